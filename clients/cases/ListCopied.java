import java.util.ArrayList;

/** A copy is gone through, and the list itself changes. */
public class ListCopied {
    static void clean(ArrayList<String> list) {
        for (String item : new ArrayList<>(list)) {
            if (item.isEmpty()) {
                list.remove(item);
            }
        }
    }
}
