import java.util.Arrays;

/** Two seats in an array: which is taken is told by an index. */
public class ArrayElements {
    private final boolean[] taken = new boolean[2];

    public void take(int seat) {
        if (taken[seat]) {
            throw new IllegalStateException("taken");
        }
        taken[seat] = true;
    }

    public void leave(int seat) {
        if (!taken[seat]) {
            throw new IllegalStateException("free");
        }
        taken[seat] = false;
    }

    public void clear() {
        if (!taken[0] && !taken[1]) {
            throw new IllegalStateException("nothing to clear");
        }
        Arrays.fill(taken, false);
    }

    @Override
    public String toString() {
        return Arrays.toString(taken);
    }
}
