import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Each round has its own list, and its own iterator. */
public class ListOfLists {
    static void fill(String[] names) {
        for (String name : names) {
            List<String> list = new ArrayList<>();
            list.add(name);
            Iterator<String> items = list.iterator();
            while (items.hasNext()) {
                name = name + items.next();
            }
            list.add(name);
        }
    }
}
