import java.lang.ref.Cleaner;

/** The action is an object of its own, which nothing but the cleaner has, and which holds the state. */
public class CleanedByHelper {
    private static final Cleaner CLEANER = Cleaner.create();

    private static class State {
        private Object buffer = new Object();
    }

    private static class Release implements Runnable {
        private final State state;
        private boolean armed;

        Release(State state) {
            this.state = state;
            this.armed = true;
        }

        @Override
        public void run() {
            if (armed) {
                state.buffer = null;
            }
        }
    }

    private final State state = new State();
    private final Cleaner.Cleanable cleanable;

    public CleanedByHelper() {
        cleanable = CLEANER.register(this, new Release(state));
    }

    public int hash() {
        return state.buffer.hashCode();
    }

    public void refill() {
        state.buffer = new Object();
    }

    public void close() {
        cleanable.clean();
    }
}
