/** An inner object closes its outer one. */
public class ClosedByInner {
    private boolean closed;

    private class Closer {
        void run() {
            closed = true;
        }
    }

    public void close() {
        new Closer().run();
    }

    public void use() {
        if (closed) {
            throw new IllegalStateException();
        }
    }
}
