/** Two fields that may hold the same object. */
public class Aliased {
    private static final class Cell {
        private boolean on;

        void set(boolean on) {
            this.on = on;
        }
    }

    private final Cell first = new Cell();
    private Cell second;

    public void link() {
        second = first;
    }

    public void set() {
        if (second != null) {
            second.set(true);
        }
    }

    public void clear() {
        first.on = false;
    }

    public void check() {
        if (first.on) {
            throw new IllegalStateException("on");
        }
    }
}
