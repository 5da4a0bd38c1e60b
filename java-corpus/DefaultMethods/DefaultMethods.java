/** Default methods of interfaces call what the class provides. */
public class DefaultMethods implements Valve {
    private boolean open;

    @Override
    public void set(boolean open) {
        this.open = open;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    public void flip() {
        toggle();
    }

    public void empty() {
        drain();
    }
}

/** Something that opens. */
interface Openable {
    void set(boolean open);

    boolean isOpen();

    default void toggle() {
        set(!isOpen());
    }
}

/** Something that lets water through. */
interface Valve extends Openable {
    default void drain() {
        if (!isOpen()) {
            throw new IllegalStateException("closed");
        }
    }

    @Override
    default void toggle() {
        Openable.super.toggle();
    }
}
