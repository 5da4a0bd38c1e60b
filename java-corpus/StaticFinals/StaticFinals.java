import java.util.ArrayList;
import java.util.List;

/** Static finals, read through getters: what an initialiser makes is never null. */
public class StaticFinals {
    private static final List<String> NAMES = make(3);
    private static final Object LOCK = new Object();
    private static final Object NOTHING = none();
    private static final String TITLE = String.valueOf(LOCK).trim();

    private boolean broken;

    public void useNames() {
        names().clear();
    }

    public void useLock() {
        synchronized (lock()) {
            broken = true;
        }
    }

    public void useTitle() {
        if (broken) {
            throw new IllegalStateException(title().concat(" is broken"));
        }
    }

    public void useNothing() {
        nothing().hashCode();
    }

    private static List<String> make(int size) {
        return size > 2 ? new ArrayList<>(size) : new ArrayList<>();
    }

    private static Object none() {
        return null;
    }

    private static List<String> names() {
        return NAMES;
    }

    private static Object lock() {
        return LOCK;
    }

    private static String title() {
        return TITLE;
    }

    private static Object nothing() {
        return NOTHING;
    }
}
