/** A table in a static final: its length is known, wherever it is read. */
public class StaticTable {
    private static final int[] STEPS = {1, 2, 5, 10};
    private static final String[] NAMES = new String[3];

    private int at;

    /** Never beyond the table. */
    public int step() {
        return at < STEPS.length ? STEPS[at] : 0;
    }

    public void forward() {
        if (at < STEPS.length) {
            at++;
        }
    }

    /** Fails from the fourth on. */
    public void name() {
        NAMES[at] = "here";
    }
}
