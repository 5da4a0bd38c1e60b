/** Two sources, each with its own sink. */
public class ChannelTwoPairs {
    static int send(int data) {
        Source left = new Source();
        Source right = new Source();
        Sink first = new Sink();
        Sink second = new Sink();
        left.connect(first);
        second.connect(right);
        left.write(data);
        right.write(data);
        return first.read() + second.read();
    }
}
