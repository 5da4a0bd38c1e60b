import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The handler is reached only if next failed, and then there is nothing to remove. */
public class RemoveAfterFailure {
    static void clean() {
        ArrayList<String> list = new ArrayList<>();
        Iterator<String> items = list.iterator();
        try {
            items.next();
        } catch (NoSuchElementException nothing) {
            items.remove(); // violation on every path
        }
    }
}
