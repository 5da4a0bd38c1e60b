/** States that are kept as strings, and a switch over them. */
public class StringSwitch {
    private String state = "idle";

    public void start() {
        if (!state.equals("idle")) {
            throw new IllegalStateException("not idle");
        }
        state = "running";
    }

    public void stop() {
        switch (state) {
            case "running":
                state = "idle";
                break;
            case "broken":
                throw new IllegalStateException("broken");
            default:
        }
    }

    public void smash() {
        state = "broken";
    }

    public void rename(String to) {
        state = to;
    }

    /** What a client gives may be any of the constants. */
    public void order(String what) {
        switch (what) {
            case "start":
                start();
                break;
            case "stop":
                stop();
                break;
            default:
        }
    }
}
