import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The elements of the array are no iterators. */
public class RemoveForEachElement {
    static void removeAll(List<String> list, String[] unwanted) {
        ArrayList<String> copy = new ArrayList<>(list);
        for (String name : unwanted) {
            Iterator<String> items = copy.iterator();
            while (items.hasNext()) {
                if (items.next().equals(name)) {
                    items.remove();
                }
            }
        }
    }
}
