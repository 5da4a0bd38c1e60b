import java.util.ArrayList;
import java.util.Iterator;

/** The list changes under another name. */
public class ListThroughAlias {
    static void change() {
        ArrayList<String> list = new ArrayList<>();
        Iterable<String> same = list;
        Iterator<String> items = same.iterator();
        list.clear();
        list.add("a");
        items.next(); // violation on every path
    }
}
