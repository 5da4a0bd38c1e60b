/** A gate that can be opened, shut and locked, each at its time. */
public class Gate implements AutoCloseable {
    /** What a gate is. */
    public enum Kind { OPEN, SHUT, LOCKED }

    private int state;

    public void open() {
        if (state != 0) throw new IllegalStateException();
        state = 1;
    }

    public void shut() {
        if (state != 1) throw new IllegalStateException();
        state = 0;
    }

    public void lock(boolean now) {
        if (state != 0) throw new IllegalStateException();
        if (!now) throw new IllegalArgumentException();
        state = 2;
    }

    public boolean isOpen() {
        return state == 1;
    }

    public Kind kind() {
        return state == 0 ? Kind.SHUT : state == 1 ? Kind.OPEN : Kind.LOCKED;
    }

    public void reset() {
        state = 0;
    }

    public void run(Runnable work) {
        if (state == 2) throw new IllegalStateException();
        work.run();
    }

    @Override
    public void close() {
        if (state == 2) throw new IllegalStateException();
        state = 0;
    }
}
