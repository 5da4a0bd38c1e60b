import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** An iterator that is kept in a field may be used by others, and may be a newer one. */
public class ListIteratorInField {
    private Iterator<String> items;

    void change() {
        List<String> list = new ArrayList<>();
        items = list.iterator();
        list.add("a");
        items.next(); // may violate
    }
}
