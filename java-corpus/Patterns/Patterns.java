/** instanceof with patterns: what class an argument has is the client's choice. */
public class Patterns {
    private Object held;
    private boolean text;

    public void accept(Object value) {
        if (value instanceof String string && !string.isEmpty()) {
            text = true;
        }
        held = value;
    }

    public void own() {
        Object mine = new Part();
        if (!(mine instanceof Part part) || mine instanceof String) {
            throw new IllegalStateException("it is a part");
        }
        text = false;
    }

    public boolean isText() {
        return text;
    }

    public void print() {
        if (!text) {
            throw new IllegalStateException("no text");
        }
    }

    private static final class Part {}
}
