/** Connected once, from the side of the sink. */
public class ChannelFromSink {
    static int send(int data) {
        Source source = new Source();
        Sink sink = new Sink();
        sink.connect(source);
        source.write(data);
        return sink.read();
    }
}
