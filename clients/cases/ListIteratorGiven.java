import java.util.ArrayList;
import java.util.Iterator;

/** An iterator that is given, too, may be of any list. */
public class ListIteratorGiven {
    static void fill(ArrayList<String> list, Iterator<String> items) {
        while (items.hasNext()) {
            list.add(items.next());
        }
    }
}
