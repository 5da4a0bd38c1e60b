/** Each round makes its own pair. */
public class ChannelInLoop {
    static int send(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            Source source = new Source();
            Sink sink = new Sink();
            source.connect(sink);
            source.write(number);
            sum += sink.read();
        }
        return sum;
    }
}
