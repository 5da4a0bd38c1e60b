import java.lang.ref.Cleaner;

/** Closes by running what was registered with a cleaner: the state itself. It would open again if that ran twice. */
public class CleanedState implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private static class State implements Runnable {
        private boolean open = true;

        @Override
        public void run() {
            open = !open;
        }
    }

    private final State state;
    private final Cleaner.Cleanable cleanable;

    public CleanedState() {
        state = new State();
        cleanable = CLEANER.register(this, state);
    }

    public void use() {
        if (!state.open) {
            throw new IllegalStateException("closed");
        }
    }

    public void discard() {
        if (state.open) {
            throw new IllegalStateException("open");
        }
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
