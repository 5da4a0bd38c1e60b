/** Holds an object that a static method makes, on two ways. */
public class MadeByFactory {
    private static final class Door {
        private boolean open;

        private Door(boolean open) {
            this.open = open;
        }

        static Door of(String name, boolean open) {
            if (name == null) {
                return new Door(false);
            }
            return new Door(open);
        }
    }

    private final Door door;

    public MadeByFactory(String name) {
        door = Door.of(name, true);
    }

    public void pass() {
        if (!door.open) {
            throw new IllegalStateException("closed");
        }
    }

    public void close() {
        door.open = false;
    }
}
