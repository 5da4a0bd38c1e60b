/** Makes one object itself, and then has a static method make another one of another class. */
public class MadeAfterAnother {
    private static class Door {
        private boolean open;

        void open() {
            open = true;
        }

        void pass() {
            if (!open) {
                throw new IllegalStateException("closed");
            }
        }
    }

    private static final class Passage extends Door {
        @Override
        void pass() {
        }
    }

    private final Door passage;
    private final Door door;

    public MadeAfterAnother() {
        passage = new Passage();
        door = made();
    }

    private static Door made() {
        return new Door();
    }

    public void open() {
        door.open();
    }

    public void pass() {
        passage.pass();
        door.pass();
    }
}
