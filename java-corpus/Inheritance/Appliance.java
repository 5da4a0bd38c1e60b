/** Something with a switch. */
public abstract class Appliance {
    private boolean running;
    private final boolean sound;

    protected Appliance(boolean sound) {
        this.sound = sound;
    }

    public void on() {
        running = true;
    }

    public void off() {
        running = false;
    }

    protected boolean mayWork() {
        return sound;
    }

    public void work() {
        if (!running || !mayWork()) {
            throw new IllegalStateException("off");
        }
    }
}
