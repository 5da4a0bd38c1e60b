import java.util.List;

/** A list of which it is not known whether it is an ArrayList. */
public class ListGiven {
    static void clean(List<String> list, String unwanted) {
        for (String item : list) { // may violate
            if (item.equals(unwanted)) {
                list.remove(item);
            }
        }
    }
}
