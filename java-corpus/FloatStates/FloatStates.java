/** Speeds that are always one of a few numbers. */
public class FloatStates {
    private double speed;
    private float limit = Float.NaN;

    public void start() {
        if (speed > 0) {
            throw new IllegalStateException("running");
        }
        speed = 1.5;
    }

    public void hurry() {
        if (speed != 1.5) {
            throw new IllegalStateException("not at 1.5");
        }
        speed = 3;
    }

    public void stop() {
        if (speed == 0) {
            throw new IllegalStateException("stopped");
        }
        speed = -0.0;
    }

    public void check() {
        if (limit == limit || limit < 1f) {
            throw new IllegalStateException("not a number is never equal");
        }
    }
}
