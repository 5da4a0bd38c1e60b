/** Casts between types of arrays. */
public class ArrayCast {
    public int ints() {
        Object cells = new int[1];
        return ((int[]) cells).length;
    }

    public int longs() {
        Object cells = new int[1];
        return ((long[]) cells).length;
    }
}
