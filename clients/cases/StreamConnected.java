/** The guard on the sink holds for the constant. */
public class StreamConnected {
    static void write() {
        Stream stream = new Stream();
        stream.connect((byte) 7);
        stream.write(1);
        stream.close();
    }
}
