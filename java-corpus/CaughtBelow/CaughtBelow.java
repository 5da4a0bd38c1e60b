import java.io.FileNotFoundException;
import java.io.IOException;

/** Opens what it is given, and remembers that it was not there. */
public class CaughtBelow {
    public interface Source {
        void open() throws IOException;
    }

    private boolean missing;

    public void open(Source source) {
        try {
            source.open();
        } catch (FileNotFoundException e) {
            missing = true;
        } catch (IOException e) {
            missing = false;
        }
    }

    public void use() {
        if (missing) {
            throw new IllegalStateException("it was not there");
        }
    }

    public void reset() {
        missing = false;
    }
}
