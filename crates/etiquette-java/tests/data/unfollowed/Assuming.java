import java.util.ArrayList;
import java.util.List;

/** Rests on something of every kind that can be taken for granted. */
public class Assuming {
    private final List<String> list = new ArrayList<>();
    private boolean closed;

    public native void touch();

    public void accept(Object given) {
        given.toString();
    }

    public List<String> handOut() {
        return list;
    }

    public int size(List<String> given) {
        return given.size();
    }

    public void use() {
        if (closed) {
            throw new IllegalStateException();
        }
    }

    /** Makes its only object itself. */
    public static class Hidden {
        static final Hidden ONLY = new Hidden(true);
        private final boolean open;

        private Hidden(boolean open) {
            this.open = open;
        }

        public void use() {
            if (!open) {
                throw new IllegalStateException();
            }
        }
    }
}
