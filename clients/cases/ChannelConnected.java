/** Connected once, from the side of the source. */
public class ChannelConnected {
    static int send(int data) {
        Source source = new Source();
        Sink sink = new Sink();
        source.connect(sink);
        source.write(data);
        return sink.read();
    }
}
