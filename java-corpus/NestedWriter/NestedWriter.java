import java.util.function.Consumer;

/** A nested class writes a private field of the object that it is given, behind an interface from elsewhere. */
public class NestedWriter {
    private boolean on;
    private Consumer<NestedWriter> action;

    public void arm() {
        action = new Switch();
    }

    public void prepare() {
        action = writer -> writer.on = true;
    }

    public void fire() {
        if (action != null) {
            action.accept(this);
        }
    }

    /** Whatever this calls, it is not one of the nested writers. */
    public boolean isSame(Object other) {
        return other != null && other.equals(this);
    }

    public void check() {
        if (on) {
            throw new IllegalStateException("on");
        }
    }

    private static class Switch implements Consumer<NestedWriter> {
        @Override
        public void accept(NestedWriter writer) {
            writer.on = true;
        }
    }
}
