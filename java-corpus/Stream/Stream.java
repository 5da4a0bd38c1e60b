/** The writing end of a pipe; a number stands for the reading end. */
public class Stream {
    private int sink;
    private boolean closed;
    private int written;

    public void connect(byte to) {
        if (to == 0) {
            throw new IllegalStateException("no sink");
        }
        if (sink != 0 || closed) {
            throw new IllegalStateException("connected already");
        }
        sink = to;
    }

    public void write(int data) {
        if (sink == 0 || closed) {
            throw new IllegalStateException("not connected");
        }
        written += data;
    }

    public void writeAll(int data, int offset, int length) {
        write(data + offset * length);
    }

    public void flush() {
        written = 0;
    }

    public void close() {
        if (sink != 0) {
            closed = true;
        }
    }
}
