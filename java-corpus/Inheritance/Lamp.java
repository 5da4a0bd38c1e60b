/** A lamp whose switch works as that of every appliance, but only once it is plugged in. */
public class Lamp extends Appliance {
    private boolean plugged;

    public Lamp() {
        super(true);
    }

    public void plug() {
        plugged = true;
    }

    @Override
    public void on() {
        if (!plugged) {
            throw new IllegalStateException("not plugged in");
        }
        super.on();
    }

    @Override
    protected boolean mayWork() {
        return plugged && super.mayWork();
    }

    /** Something with a switch. */
    static class Unrelated {
        void on() {
            throw new IllegalStateException("never called");
        }
    }
}
