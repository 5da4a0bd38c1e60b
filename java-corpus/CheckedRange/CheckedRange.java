import java.util.Objects;

/** Checks a range before its own state: what the check throws is not the error. */
public class CheckedRange {
    private boolean open;

    public void open() {
        open = true;
    }

    public void read(int offset) {
        Objects.checkFromIndexSize(offset, 1, 10);
        if (!open) {
            throw new IllegalStateException("not open");
        }
    }
}
