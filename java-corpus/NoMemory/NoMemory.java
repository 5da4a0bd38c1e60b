/** Is prepared for an array that there is no memory for. */
public class NoMemory {
    private boolean failed;

    public void reserve() {
        try {
            int[] large = new int[Integer.MAX_VALUE];
            large[0] = 1;
        } catch (OutOfMemoryError e) {
            failed = true;
        }
    }

    /** No handler, so it is not considered. */
    public int small() {
        return new int[3].length;
    }

    public void use() {
        if (failed) {
            throw new IllegalStateException("no memory");
        }
    }
}
