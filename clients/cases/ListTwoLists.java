import java.util.ArrayList;
import java.util.Iterator;

/** Each list has its own iterator: a change of the other one does not matter. */
public class ListTwoLists {
    static void move(ArrayList<String> from) {
        ArrayList<String> to = new ArrayList<>();
        Iterator<String> left = from.iterator();
        Iterator<String> right = to.iterator();
        while (left.hasNext() && !right.hasNext()) {
            to.add(left.next());
            right = to.iterator();
        }
    }
}
