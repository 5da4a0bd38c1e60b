/** The guard on the sink does not hold for zero. */
public class StreamToNothing {
    static void write() {
        Stream stream = new Stream();
        stream.connect((byte) 0); // violation on every path
    }
}
