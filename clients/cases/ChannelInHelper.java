/** A method connects the two. */
public class ChannelInHelper {
    static int send(int data) {
        Source source = new Source();
        Sink sink = new Sink();
        join(source, sink);
        source.write(data);
        return sink.read();
    }

    private static void join(Source source, Sink sink) {
        source.connect(sink);
    }
}
