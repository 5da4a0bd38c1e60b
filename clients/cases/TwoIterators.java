import java.util.ArrayList;
import java.util.Iterator;

/** Two iterators of one loop are two objects. */
public class TwoIterators {
    static void clean() {
        ArrayList<String> list = new ArrayList<>();
        Iterator<String> left = list.iterator();
        Iterator<String> right = list.iterator();
        while (left.hasNext() && right.hasNext()) {
            left.next();
            right.next();
            left.remove();
            right.remove();
        }
    }
}
