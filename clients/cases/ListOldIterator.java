import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A new iterator does not help the old one. */
public class ListOldIterator {
    static void change() {
        List<String> list = new ArrayList<>();
        Iterator<String> old = list.iterator();
        list.add("a");
        Iterator<String> items = list.iterator();
        items.next();
        old.next(); // violation on every path
    }
}
