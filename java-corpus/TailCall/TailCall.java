/** Ends by calling itself: as a static check, and on itself with a result and changed state. */
public class TailCall {
    private boolean open;

    /** Fails two calls further on. */
    private static void climb(int from, boolean careful) {
        if (from == 2) {
            if (!careful) {
                throw new IllegalStateException("too high");
            }
            return;
        }
        climb(from + 1, careful);
    }

    private boolean toggle(boolean again) {
        open = !open;
        if (!again) {
            return open;
        }
        return toggle(false);
    }

    public void start(boolean careful) {
        climb(0, careful);
        open = true;
    }

    public void flip(boolean twice) {
        if (!toggle(twice)) {
            throw new IllegalStateException("closed now");
        }
    }
}
