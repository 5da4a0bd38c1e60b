/** Arrays that a client hands in: how long they are is for the client to know. */
public class ArrayLength {
    private boolean wide;
    private boolean closed;

    /** Writes the first elements of an array, which must have as many. */
    public void write(byte[] data, int count) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (count < 0 || data.length < count) {
            throw new IllegalArgumentException("not that many");
        }
    }

    public void widen() {
        wide = true;
    }

    /** Takes a row of the right length. */
    public void row(int[][] cells) {
        if (cells.length != (wide ? 8 : 4)) {
            throw new IllegalArgumentException("a row of another length");
        }
    }

    /** Any array will do: its length is no business of the client's. */
    public int skip(long[] data) {
        return data == null ? 0 : data.length;
    }

    public void close() {
        closed = true;
    }
}
