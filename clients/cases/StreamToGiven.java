/** Whether the guard holds depends on the caller. */
public class StreamToGiven {
    static void write(byte sink) {
        Stream stream = new Stream();
        stream.connect(sink); // may violate
        stream.write(1);
    }
}
