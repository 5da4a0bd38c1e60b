/** A car with a motor that its constructor makes. */
public class HeldObject {
    private static final class Motor {
        private boolean running;
        private boolean warm;
        final int cylinders;

        private Motor(int cylinders) {
            this.cylinders = cylinders;
        }

        void start() {
            if (running) {
                throw new IllegalStateException("runs already");
            }
            running = true;
        }

        void stop() {
            warm = running;
            running = false;
        }
    }

    private final Motor motor = new Motor(4);
    private boolean moving;

    public void start() {
        motor.start();
    }

    public void stop() {
        if (moving) {
            throw new IllegalStateException("moving");
        }
        motor.stop();
    }

    public void drive() {
        if (!motor.running) {
            throw new IllegalStateException("does not run");
        }
        moving = true;
    }

    public void brake() {
        moving = false;
    }

    public void race() {
        if (!motor.warm) {
            throw new IllegalStateException("cold");
        }
    }
}
