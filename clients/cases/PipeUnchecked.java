/** connect may have failed. */
public class PipeUnchecked {
    static void write(PipedOutputStream.Sink sink) {
        PipedOutputStream pipe = new PipedOutputStream();
        pipe.connect(sink);
        pipe.write(1); // violation on some path
    }
}
