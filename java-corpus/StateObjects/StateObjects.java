/** A door whose states are objects of classes of their own. */
public class StateObjects {
    interface State {
        State turn();

        default void enter() {
            throw new IllegalStateException("closed");
        }
    }

    static final class Locked implements State {
        @Override
        public State turn() {
            return new Open();
        }
    }

    static final class Open implements State {
        private boolean used;

        @Override
        public State turn() {
            return used ? new Locked() : this;
        }

        @Override
        public void enter() {
            used = true;
        }
    }

    protected State state = new Locked();

    public void turn() {
        state = state.turn();
    }

    public void enter() {
        state.enter();
    }
}
