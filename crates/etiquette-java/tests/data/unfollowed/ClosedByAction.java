/** An anonymous object in a field that is assigned again and again. */
public class ClosedByAction {
    private boolean closed;
    private Runnable action;

    public void arm() {
        action = new Runnable() {
            @Override
            public void run() {
                closed = true;
            }
        };
    }

    public void fire() {
        if (action != null) {
            action.run();
        }
    }

    public void use() {
        if (closed) {
            throw new IllegalStateException();
        }
    }
}
