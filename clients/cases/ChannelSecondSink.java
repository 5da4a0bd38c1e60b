/** A source has room for one sink. */
public class ChannelSecondSink {
    static void connect() {
        Source source = new Source();
        Sink first = new Sink();
        Sink second = new Sink();
        source.connect(first);
        second.connect(source); // violation on every path
    }
}
