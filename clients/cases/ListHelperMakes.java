import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A method gives the iterator. */
public class ListHelperMakes {
    static void change() {
        List<String> list = new ArrayList<>();
        Iterator<String> items = begin(list);
        list.add("a");
        items.next(); // violation on every path
    }

    private static Iterator<String> begin(List<String> list) {
        return list.iterator();
    }
}
