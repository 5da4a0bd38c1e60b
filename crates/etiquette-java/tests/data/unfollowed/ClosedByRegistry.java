/** `this` is registered, and called back later. */
public class ClosedByRegistry {
    static class Registry {
        private ClosedByRegistry listener;

        void set(ClosedByRegistry listener) {
            this.listener = listener;
        }

        void fire() {
            if (listener != null) {
                listener.closed = true;
            }
        }
    }

    private static final Registry REGISTRY = new Registry();
    private boolean closed;

    public void register() {
        REGISTRY.set(this);
    }

    public void fire() {
        REGISTRY.fire();
    }

    public void use() {
        if (closed) {
            throw new IllegalStateException();
        }
    }
}
