/** Refuses to grow beyond a limit, as the JVM would. */
public class OutOfMemory {
    private boolean closed;

    public void grow(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("negative");
        }
        if (size > 1000 || closed) {
            throw new OutOfMemoryError("too large");
        }
    }

    public void close() {
        closed = true;
    }
}
