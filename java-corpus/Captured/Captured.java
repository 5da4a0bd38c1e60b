/** A lambda that changes the object that made it. */
public class Captured {
    private boolean on;

    public void flip() {
        Runnable task = () -> on = !on;
        task.run();
    }

    public void check() {
        if (on) {
            throw new IllegalStateException("on");
        }
    }
}
