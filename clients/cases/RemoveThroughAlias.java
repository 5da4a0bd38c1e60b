import java.util.ArrayList;
import java.util.Iterator;

/** Two variables, one iterator. */
public class RemoveThroughAlias {
    static void clean() {
        ArrayList<String> list = new ArrayList<>();
        Iterator<String> items = list.iterator();
        Iterator<String> same = items;
        items.next();
        same.remove();
        items.remove(); // violation on every path
    }
}
