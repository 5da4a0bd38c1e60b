/** Objects come from static methods only; the constructor is private. */
public class Factories implements Openable {
    private boolean open;
    private final boolean reusable;

    private Factories(boolean open, boolean reusable) {
        this.open = open;
        this.reusable = reusable;
    }

    /** Checks first, and makes the object through another method. */
    public static Factories closed(int limit) {
        if (limit < 0) {
            throw new IllegalStateException("negative");
        }
        return make(false, limit > 0);
    }

    public static Openable opened() {
        Factories made = make(false, false);
        made.open();
        return made;
    }

    private static Factories make(boolean open, boolean reusable) {
        return new Factories(open, reusable);
    }

    public void open() {
        if (open) {
            throw new IllegalStateException("open already");
        }
        open = true;
    }

    public void close() {
        if (!open) {
            throw new IllegalStateException("not open");
        }
        open = !reusable;
    }
}

/** What is opened. */
interface Openable {
    void open();
}
