/** Looks for a class by name; that there is none becomes an exception of its own. */
public class TurnedFailure {
    private boolean closed;

    public void look() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        try {
            Class.forName("java.lang.Object");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public void close() {
        closed = true;
    }
}
