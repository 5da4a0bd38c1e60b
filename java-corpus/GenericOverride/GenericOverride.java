/** Overrides a generic method by one with another parameter type: the compiler's bridge is what callers of the general one run. */
public class GenericOverride extends Box<Integer> implements Sink<String> {
    private boolean full;

    @Override
    public void put(Integer value) {
        if (full) {
            throw new IllegalStateException("full");
        }
        full = true;
    }

    @Override
    public void pour(String value) {
        if (!full) {
            throw new IllegalStateException("empty");
        }
        full = false;
    }

    /** Another result, but the same parameters. */
    @Override
    public Integer last() {
        return full ? null : Integer.valueOf(0);
    }
}

/** Takes anything. */
abstract class Box<T> {
    public void put(T value) {
    }

    public Object last() {
        return this;
    }
}

/** Takes anything, too. */
interface Sink<T> {
    default void pour(T value) {
    }
}
