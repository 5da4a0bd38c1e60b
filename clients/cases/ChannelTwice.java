/** Connected from both sides. */
public class ChannelTwice {
    static void connect() {
        Source source = new Source();
        Sink sink = new Sink();
        sink.connect(source);
        source.connect(sink); // violation on every path
    }
}
