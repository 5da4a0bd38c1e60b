import java.io.FileNotFoundException;
import java.io.IOException;

/** Reads what it is given, which makes it tired unless it fails. */
public class OutcomeBelow {
    public interface Source {
        void open() throws IOException;
    }

    private boolean tired;

    public void read(Source source, boolean there) throws IOException {
        tired = false;
        if (!there) {
            throw new FileNotFoundException("not there");
        }
        source.open();
        tired = true;
    }

    public void sleep() {
        if (!tired) {
            throw new IllegalStateException("not tired");
        }
        tired = false;
    }
}
