/** One sink was connected, and the other one is read. */
public class ChannelWrongSink {
    static int receive(int data) {
        Source source = new Source();
        Sink first = new Sink();
        Sink second = new Sink();
        source.connect(first);
        source.write(data);
        return second.read(); // may violate
    }
}
