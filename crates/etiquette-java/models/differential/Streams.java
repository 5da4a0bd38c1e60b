import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;

/** Streams as arguments: some that work, some that are empty, some that fail. */
final class Streams {
    private Streams() {}

    static Object of(Class<?> type, int kind) {
        if (type == java.io.InputStream.class) return new ByteArrayInputStream(new byte[kind * 2]);
        if (type == java.io.Reader.class) return new StringReader("abc\nd".substring(0, kind * 2));
        if (type == OutputStream.class) return kind == 0 ? failing() : new ByteArrayOutputStream();
        return kind == 0 ? failingWriter() : new StringWriter();
    }

    private static OutputStream failing() {
        return new OutputStream() {
            public void write(int value) throws IOException {
                throw new IOException("by the stream");
            }
        };
    }

    private static Writer failingWriter() {
        return new Writer() {
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("by the writer");
            }

            public void flush() {}

            public void close() {}
        };
    }
}
