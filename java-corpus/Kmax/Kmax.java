/** A ladder: the error waits at its top. */
public class Kmax {
    private int step;

    public void go(boolean up) {
        if (up) {
            step = step < 8 ? step + 1 : step;
        } else {
            step = step > 0 && step < 8 ? step - 1 : step;
        }
    }

    public void reset() {
        if (step < 8) {
            step = 0;
        }
    }

    public void check() {
        if (step == 8) {
            throw new IllegalStateException("at the top");
        }
    }
}
