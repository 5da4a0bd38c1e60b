/** The end of a channel that is read from. */
public class Sink {
    boolean isConnected;
    int last;

    public void connect(Source from) {
        from.connect(this);
    }

    public int read() {
        if (!isConnected) {
            throw new IllegalStateException("not connected");
        }
        return last;
    }
}
