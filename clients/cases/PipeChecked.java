/** The boolean result selects the state. */
public class PipeChecked {
    static void write(PipedOutputStream.Sink sink) {
        PipedOutputStream pipe = new PipedOutputStream();
        if (!pipe.connect(sink)) {
            return;
        }
        pipe.write(1);
        pipe.close();
    }
}
