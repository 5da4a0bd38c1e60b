import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Whatever happens, the list is changed, and then the iterator is used. */
public class ListInFinally {
    static void clean() {
        List<String> list = new ArrayList<>();
        list.add("a");
        Iterator<String> items = list.iterator();
        try {
            items.next();
        } finally {
            list.clear();
        }
        items.next(); // violation on every path
    }
}
