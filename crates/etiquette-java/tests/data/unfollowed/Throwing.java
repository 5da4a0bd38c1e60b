import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Calls that are not followed, some of which may raise an error. */
public class Throwing {
    private final List<String> list = new ArrayList<>();

    public List<String> handedOut() {
        return list;
    }

    public String first() {
        return list.iterator().next();
    }

    /** Not a loop: the call is not the last thing that it does. */
    public int countDown(int n) {
        if (n == 2) {
            throw new IllegalStateException();
        }
        return n > 0 ? countDown(n - 1) + 1 : 0;
    }

    public Object orElse(Optional<Object> value) {
        return value.orElseThrow(IllegalStateException::new);
    }

    public void parse(String text) {
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException exception) {
            throw new IllegalStateException(exception);
        }
    }

    public int fine(String text) {
        return Math.max(text.length(), list.size()) + text.indexOf('a');
    }

    /** The JDK throws IllegalStateException deep below this, inside of finally, if memory was given back. */
    public void copy(byte[] bytes) {
        java.nio.ByteBuffer.allocate(16).put(bytes);
    }

    public void change() {
        List.of("a").add("b");
    }

    public void initialise() {
        Settings.use();
    }

    private static final class Settings {
        static final int SIZE = Integer.parseInt("large");

        static void use() {}
    }

    private Iterator<String> kept;

    public void start() {
        kept = list.iterator();
    }

    public String later() {
        return kept.next();
    }

    public String named(int index) {
        return Names.ALL[index & 1];
    }

    /** Checks its own table, which is right. */
    static class Names {
        static final String[] ALL = {"one", "two"};

        static {
            if (ALL.length != 2) {
                throw new IllegalStateException();
            }
        }
    }
}
