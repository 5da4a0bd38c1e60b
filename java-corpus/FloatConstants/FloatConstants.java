/** Fractions that are constants. */
public class FloatConstants {
    private static final float HALF = 0.5f;
    private static final double LIMIT = -HALF;
    private boolean open;

    public void open() {
        open(0.75f);
    }

    public void openBadly() {
        open(Float.NaN);
    }

    public void close() {
        open = false;
    }

    public void check() {
        if (open && (int) LIMIT != 0) {
            throw new IllegalArgumentException("truncation goes towards zero");
        }
        if (!open) {
            throw new IllegalStateException("closed");
        }
    }

    private void open(float factor) {
        if (factor <= 0 || Float.isNaN(factor) || factor < LIMIT) {
            throw new IllegalArgumentException("not positive");
        }
        open = true;
    }
}
