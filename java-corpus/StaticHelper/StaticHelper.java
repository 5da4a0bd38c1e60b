/** Static methods that are handed values and hand back values. */
public class StaticHelper {
    static final int LIMIT = limit();
    private static final int FLOOR = 1;

    private int tokens = FLOOR;

    private static int limit() {
        return 3;
    }

    private static int clamp(int value, int low, int high) {
        return Math.max(low, value < high ? value : high);
    }

    static void demand(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }

    public void put() {
        tokens = clamp(tokens + 1, 0, 3);
    }

    public void take() {
        demand(tokens > 0, "empty");
        tokens = clamp(tokens - 1, 0, 3);
    }
}
