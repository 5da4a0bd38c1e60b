/** An array of strings that is looked at as one of objects. */
public class ArrayStore {
    public void put(boolean text) {
        Object[] cells = new String[1];
        cells[0] = text ? "text" : new Object();
    }
}
