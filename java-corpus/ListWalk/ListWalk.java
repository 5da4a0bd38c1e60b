import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Two lists, and an iterator over one of them that is renewed. */
public class ListWalk {
    private final List<String> list = new ArrayList<>();
    private final List<String> other = new ArrayList<>();
    Iterator<String> it = list.iterator();

    public void add(String text) {
        list.add(text);
    }

    public void addOther(String text) {
        other.add(text);
    }

    public void next() {
        if (it.hasNext()) {
            it.next();
        }
    }

    public void restart() {
        it = list.iterator();
    }
}
