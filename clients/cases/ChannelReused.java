/** One source for all rounds, and a new sink for each. */
public class ChannelReused {
    static void send(int[] numbers) {
        Source source = new Source();
        for (int number : numbers) {
            Sink sink = new Sink();
            source.connect(sink); // violation on some path
            source.write(number);
        }
    }
}
