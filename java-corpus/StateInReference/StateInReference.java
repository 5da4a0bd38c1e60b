import java.util.concurrent.atomic.AtomicReference;
/** A life cycle in an atomic reference, which is declared to hold any object. */
public class StateInReference {
    enum State {
        READY,
        RUNNING,
        STOPPED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.READY);

    public void start() {
        if (!state.compareAndSet(State.READY, State.RUNNING)) {
            throw new IllegalStateException("not ready");
        }
    }

    public void send() {
        switch (state.get()) {
            case READY:
                throw new IllegalStateException("not running");
            case STOPPED:
                throw new IllegalStateException("over");
            default:
        }
    }

    public void stop() {
        if (state.getAndSet(State.STOPPED) == State.STOPPED) {
            throw new IllegalStateException("stopped already");
        }
    }
}
