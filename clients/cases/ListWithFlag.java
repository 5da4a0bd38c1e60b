import java.util.ArrayList;
import java.util.Iterator;

/** The loop ends after the change, by a flag. */
public class ListWithFlag {
    static void removeOne(ArrayList<String> list, String unwanted) {
        boolean found = false;
        Iterator<String> items = list.iterator();
        while (!found && items.hasNext()) {
            String item = items.next();
            if (item.equals(unwanted)) {
                list.remove(item);
                found = true;
            }
        }
    }
}
