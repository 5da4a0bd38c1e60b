import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The iterator is of another list than the one that changes. */
public class ListHelperMakesOther {
    static void change() {
        List<String> list = new ArrayList<>();
        List<String> other = new ArrayList<>();
        Iterator<String> items = begin(other);
        list.add("a");
        while (items.hasNext()) {
            list.add(items.next());
        }
    }

    private static Iterator<String> begin(List<String> list) {
        return list.iterator();
    }
}
