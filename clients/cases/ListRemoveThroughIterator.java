import java.util.ArrayList;
import java.util.Iterator;

/** The iterator knows of changes that are made through it. */
public class ListRemoveThroughIterator {
    static void clean(ArrayList<String> list, String unwanted) {
        Iterator<String> items = list.iterator();
        while (items.hasNext()) {
            if (items.next().equals(unwanted)) {
                items.remove();
            }
        }
    }
}
