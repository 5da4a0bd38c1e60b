import java.util.ArrayList;

/** A list in a field may be another one, the second time. */
public class ListInField {
    private ArrayList<String> list;

    void clean(String unwanted) {
        for (String item : list) { // may violate
            if (item.equals(unwanted)) {
                list.remove(item);
            }
        }
    }
}
