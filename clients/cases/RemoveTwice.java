import java.util.ArrayList;
import java.util.Iterator;

/** The second remove has nothing left to remove. */
public class RemoveTwice {
    static void clean() {
        ArrayList<String> list = new ArrayList<>();
        Iterator<String> items = list.iterator();
        while (items.hasNext()) {
            items.next();
            items.remove();
            items.remove(); // violation on every path
        }
    }
}
