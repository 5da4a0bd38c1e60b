import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A removal through the list, then one through the iterator. */
public class ListRemoveTwice {
    static void clean() {
        List<String> list = new ArrayList<>();
        list.add("a");
        Iterator<String> items = list.iterator();
        list.remove(items.next());
        items.remove(); // violation on some path
    }
}
