/** The writing end of a pipe. */
public class PipedOutputStream {
    /** The reading end; it takes one writer. */
    public static class Sink {
        private boolean taken;
        private int received;

        void receive(int data) {
            received++;
        }

        void wake() {
            received = 0;
        }
    }

    private Sink sink;

    /** Says whether the reading end was still free. */
    public boolean connect(Sink to) {
        if (sink != null) {
            throw new NullPointerException("connected already");
        }
        if (to == null || to.taken) {
            return false;
        }
        to.taken = true;
        sink = to;
        return true;
    }

    public void write(int data) {
        sink.receive(data);
    }

    public void flush() {
        sink.wake();
    }

    public void close() {
        sink.wake();
        sink = null;
    }
}
