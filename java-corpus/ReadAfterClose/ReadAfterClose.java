import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;

/** Reads into what it is given, in one of two ways, as long as it is open. */
public class ReadAfterClose {
    private String text = "";

    private void ensureOpen() throws IOException {
        if (text == null) {
            throw new IOException("closed");
        }
    }

    public int read(CharBuffer target) throws IOException {
        if (target.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (!target.hasArray()) {
            ensureOpen();
            return 1;
        }
        char[] room = target.array();
        ensureOpen();
        return room.length;
    }

    public void close() {
        text = null;
    }
}
