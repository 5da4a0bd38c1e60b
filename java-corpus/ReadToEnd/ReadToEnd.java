import java.io.IOException;
import java.io.InputStream;

/** Reads to the end, and not behind it. */
public class ReadToEnd {
    private final InputStream in;
    private boolean atEnd;
    private boolean closed;

    public ReadToEnd(InputStream in) {
        this.in = in;
    }

    public int read() throws IOException {
        if (closed || atEnd) {
            throw new IllegalStateException();
        }
        int next = in.read();
        if (next < 0) {
            atEnd = true;
            return -1;
        }
        return next;
    }

    public void close() {
        closed = true;
    }
}
