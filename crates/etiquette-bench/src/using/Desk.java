/** An object that makes others; calls do next to nothing. */
public class Desk {
    private int sum;

    /** What it makes. */
    public interface Drawer {
        boolean look();
    }

    private final class Own implements Drawer {
        private int looks;

        @Override
        public boolean look() {
            return ((looks += sum) & 1) == 0;
        }
    }

    public void step(int by) {
        sum += by;
    }

    public Drawer open() {
        return new Own();
    }
}
