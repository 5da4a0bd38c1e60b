/** Recursion is not followed, but it is looked at for what it may write. */
public class Recursion {
    private boolean open = true;
    private byte depth;

    private void descend(byte levels) {
        if (levels > 0) {
            depth++;
            descend((byte) (levels - 1));
        }
    }

    public void dive(byte levels) {
        descend(levels);
    }

    public void use() {
        if (!open) {
            throw new IllegalStateException("closed");
        }
    }

    public void close() {
        open = false;
    }

    public void reopen() {
        open = true;
    }
}
