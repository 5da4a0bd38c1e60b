/** Methods and constructors that differ in their parameters alone. */
public class Overloads {
    private boolean open;

    public Overloads() {
        this(false);
    }

    public Overloads(boolean open) {
        this.open = open;
    }

    public void put(byte value) {
        if (!open) {
            throw new IllegalStateException("closed");
        }
    }

    public void put(boolean value) {
        open = value;
    }

    public void put(boolean first, boolean second) {
        put(first);
        put(first && second);
    }

    public void put(Object value) {
        put(value != null);
    }
}
