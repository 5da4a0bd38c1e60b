/** A native method is given the object: it may change what no code writes, and nothing else. */
public class NativeEffects {
    private boolean on;
    /** No code writes this. */
    private boolean marked;

    public void start() {
        on = true;
    }

    public int number() {
        return System.identityHashCode(this);
    }

    public void run() {
        if (!on) {
            throw new IllegalStateException("off");
        }
    }

    public void pass() {
        if (marked) {
            throw new IllegalStateException("marked");
        }
    }
}
