/** Arrays: their lengths, indices, and what has no elements. */
public class Arrays {
    private byte[] cells;

    public void allocate(byte size) {
        cells = new byte[size];
    }

    public void put(byte index, byte value) {
        cells[index] = value;
    }

    public int size() {
        return cells.length;
    }

    public void last() {
        cells[cells.length - 1]++;
    }

    public void forget() {
        cells = null;
    }
}
