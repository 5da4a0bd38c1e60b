import java.util.ArrayList;
import java.util.Iterator;

/** A removal through one iterator is a change for the other. */
public class ListTwoIteratorsRemove {
    static void clean(ArrayList<String> list) {
        Iterator<String> left = list.iterator();
        Iterator<String> right = list.iterator();
        left.next();
        left.remove();
        right.next(); // violation on every path
    }
}
