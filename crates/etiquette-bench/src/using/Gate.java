/** What is watched: two calls that do next to nothing. */
public class Gate {
    private int value;

    public boolean step(int by) {
        value += by;
        return (value & 1) == 0;
    }

    public void reset() {
        value = 0;
    }
}
