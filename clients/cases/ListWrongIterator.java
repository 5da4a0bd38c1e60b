import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The iterators are taken for one another. */
public class ListWrongIterator {
    static void mix() {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        Iterator<String> left = first.iterator();
        Iterator<String> right = second.iterator();
        first.add("a");
        right.next();
        left.next(); // violation on every path
    }
}
