/** A sink that is given may be connected already. */
public class ChannelToGiven {
    static void send(Sink sink, int data) {
        Source source = new Source();
        source.connect(sink); // may violate
        source.write(data);
    }
}
