/** An array that is given up for another: whoever still has the old one writes to that. */
public class ReplacedArray {
    private int[] pair;

    public void begin() {
        int[] fresh = new int[2];
        pair = fresh;
        fresh[1] = 1;
    }

    public void renew() {
        int[] old = pair;
        pair = new int[] {5, 1};
        if (old != null) {
            old[0] = 7;
        }
    }

    public void shift() {
        if (pair == null) {
            throw new IllegalStateException("not begun");
        }
        System.arraycopy(pair, 0, pair, 1, 1);
    }

    public void check() {
        if (pair == null || pair[0] == 7 || pair[1] != 1) {
            throw new IllegalStateException("shifted, or not begun");
        }
    }
}
