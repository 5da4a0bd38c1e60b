import java.util.ArrayList;
import java.util.List;

/** Methods that the interface does not name, but that change nothing. */
public class ListAskedInLoop {
    static int count(String wanted) {
        List<String> list = new ArrayList<>();
        list.add("a");
        list.add("b");
        int found = 0;
        for (String item : list) {
            if (!list.isEmpty() && item.equals(list.get(0)) && list.contains(wanted)) {
                found++;
            }
        }
        return found;
    }
}
