/** Connected only if somebody wants it. */
public class ChannelSometimes {
    static void send(int data, boolean wanted) {
        Source source = new Source();
        Sink sink = new Sink();
        if (wanted) {
            sink.connect(source);
        }
        source.write(data); // violation on some path
    }
}
