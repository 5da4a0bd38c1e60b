/** An array that a client gets to know: what is in it then is anything. One that is kept is not. */
public class LentArray {
    private final int[] lent = new int[1];
    private final int[] kept = new int[1];

    public int[] lend() {
        return lent;
    }

    public void mark() {
        kept[0] = 1;
    }

    public void checkLent() {
        if (lent[0] == 1) {
            throw new IllegalStateException("a client wrote it");
        }
    }

    public void checkKept() {
        if (kept[0] == 1) {
            throw new IllegalStateException("marked");
        }
    }
}
