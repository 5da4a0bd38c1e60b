/** A buffer whose index stays inside, in loops and from call to call. */
public class LoopIndex {
    private final int[] values;
    private int used;
    private boolean closed;

    public LoopIndex(boolean large) {
        values = new int[large ? 5 : 2];
    }

    private boolean isFull() {
        return used >= values.length;
    }

    public void put(int value) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (isFull()) {
            for (int i = 1; i < values.length; i++) {
                values[i - 1] = values[i];
            }
            used = 0;
        }
        if (!isFull()) {
            values[used++] = value;
        }
    }

    public void close() {
        for (int i = values.length - 1; i >= 0; i--) {
            values[i] = 0;
        }
        closed = true;
    }
}
