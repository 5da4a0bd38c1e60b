/** The explorer with bytes. */
public class SmallExplorer {
    private byte x;

    public void move(byte p) {
        if (x < 100 && 0 < p && p < 20) {
            x += p;
        }
    }

    public void check() {
        assert x != 0;
    }
}
