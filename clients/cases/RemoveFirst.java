import java.util.ArrayList;
import java.util.Iterator;

/** remove before next, on a list that was made here. */
public class RemoveFirst {
    static void clean() {
        ArrayList<String> list = new ArrayList<>();
        Iterator<String> items = list.iterator();
        items.remove(); // violation on every path
    }
}
