/** Nothing was connected. */
public class ChannelUnconnected {
    static int receive() {
        Source source = new Source();
        Sink sink = new Sink();
        return sink.read() + source.hashCode(); // violation on every path
    }
}
