/** An entry in a table of servers: activated, registered with its ports, then installed. */
public class ServerTableEntry {
    /** The entry is in the wrong state. */
    public static class Internal extends RuntimeException {
        Internal(String message) {
            super(message);
        }
    }

    private static final int DE_ACTIVATED = 0;
    private static final int ACTIVATING = 1;
    private static final int ACTIVATED = 2;
    private static final int RUNNING = 3;
    private static final int HELD_DOWN = 4;

    private int state = DE_ACTIVATED;
    private int activations;

    public void activate() {
        state = ACTIVATING;
        activations++;
        state = ACTIVATED;
    }

    public void register() {
        if (state != ACTIVATED) {
            throw new Internal("not activated");
        }
    }

    public void registerPorts() {
        if (state == ACTIVATED) {
            state = RUNNING;
        }
    }

    public void install() {
        if (state != RUNNING) {
            throw new Internal("not running");
        }
    }

    public void uninstall() {
        if (state != RUNNING) {
            throw new Internal("not running");
        }
        state = DE_ACTIVATED;
    }

    public void holdDown() {
        state = HELD_DOWN;
    }
}
