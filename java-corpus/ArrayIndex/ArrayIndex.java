/** Indices against a length that is chosen once. */
public class ArrayIndex {
    private final int[] cells = new int[3];
    private byte next;

    public void push(int value) {
        cells[next] = value;
        next++;
    }

    public int pop() {
        return cells[--next];
    }

    public int at(byte index) {
        return cells[index & 3];
    }
}
