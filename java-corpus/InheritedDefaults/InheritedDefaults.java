/** What a client calls comes from interfaces in part: default methods that the class does not override. */
public class InheritedDefaults extends Base implements Lid {
    private boolean open;

    @Override
    public void set(boolean open) {
        this.open = open;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** A compiler adds a constructor that is not in the source, for classes nested here. */
    private InheritedDefaults(int unused) {
    }

    public InheritedDefaults() {
    }

    static class Maker {
        InheritedDefaults make() {
            return new InheritedDefaults(1);
        }
    }
}

/** A superclass's method comes before an interface's. */
class Base {
    public void shake() {
    }
}

/** Something that opens. */
interface Opening {
    void set(boolean open);

    boolean isOpen();

    default void toggle() {
        set(!isOpen());
    }

    default void shake() {
        throw new IllegalStateException("never called");
    }

    default void look() {
        throw new IllegalStateException("overridden");
    }
}

/** Something that is looked into. */
interface Lid extends Opening {
    @Override
    default void look() {
        if (!isOpen()) {
            throw new IllegalStateException("closed");
        }
    }
}
