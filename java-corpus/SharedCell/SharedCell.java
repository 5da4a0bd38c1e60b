/** The array of another object of the class, which may be the object itself. */
public class SharedCell {
    private final int[] cell = new int[1];

    public void mark(SharedCell other) {
        if (other != null) {
            other.cell[0] = 1;
        }
    }

    public void reset() {
        cell[0] = 0;
    }

    public void check() {
        if (cell[0] == 1) {
            throw new IllegalStateException("marked");
        }
    }
}
