/** The end of a channel that is written to. It is connected once, from either side. */
public class Source {
    private Sink sink;

    public void connect(Sink to) {
        if (sink != null || to.isConnected) {
            throw new IllegalStateException("already connected");
        }
        sink = to;
        to.isConnected = true;
    }

    public void write(int data) {
        if (sink == null) {
            throw new IllegalStateException("not connected");
        }
        sink.last = data;
    }
}
