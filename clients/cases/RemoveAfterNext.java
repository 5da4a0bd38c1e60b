import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The loop that everybody writes: next, then remove. */
public class RemoveAfterNext {
    static void clean(String unwanted) {
        List<String> list = new ArrayList<>();
        Iterator<String> items = list.iterator();
        while (items.hasNext()) {
            if (items.next().equals(unwanted)) {
                items.remove();
            }
        }
    }
}
