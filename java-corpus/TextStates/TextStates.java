/** A state that is a text: compared by what it says, by which object it is, and by how long it is. */
public class TextStates {
    private String state = "";

    public void open() {
        if (!state.isEmpty()) {
            throw new IllegalStateException("opened before");
        }
        state = "open";
    }

    public void close() {
        if (state != "open") {
            throw new IllegalStateException("not open");
        }
        state = "closed";
    }

    public void reset() {
        if (!state.startsWith("close") || state.charAt(5) != 'd') {
            throw new IllegalStateException("not closed");
        }
        state = checked("", "x");
    }

    private static String checked(String text, String other) {
        if (!text.isEmpty() || other.length() != 1 || text == other) {
            throw new IllegalStateException("never");
        }
        return "";
    }
}
