/** Says what it does: printing returns, so what comes after it happens. */
public class Printing {
    private boolean closed;

    public void close() {
        System.err.println("closing");
        closed = true;
    }

    public void use() {
        System.out.println("using");
        if (closed) {
            throw new IllegalStateException();
        }
    }
}
