import java.util.ArrayList;
import java.util.Iterator;

/** After each change, the iterator is made anew. */
public class ListRemadeIterator {
    static void replace(ArrayList<String> list) {
        Iterator<String> items = list.iterator();
        while (items.hasNext()) {
            String item = items.next();
            if (item.isEmpty()) {
                list.remove(item);
                list.add("none");
                items = list.iterator();
            }
        }
    }
}
