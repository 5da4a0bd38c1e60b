/** A constructor that refuses some arguments: then there is no object whose methods could be called. */
public class FailedConstructor {
    private final boolean large;

    public FailedConstructor(byte size) {
        large = size > 10;
        if (size < 0) {
            throw new IllegalArgumentException("negative");
        }
        if (size == 100) {
            throw new IllegalStateException("too large");
        }
    }

    public void shrink() {
        if (!large) {
            throw new IllegalStateException("small");
        }
    }
}
