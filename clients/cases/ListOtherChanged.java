import java.util.ArrayList;

/** While one list is gone through, the other one changes. */
public class ListOtherChanged {
    static void split(ArrayList<String> list) {
        ArrayList<String> found = new ArrayList<>();
        for (String item : list) {
            if (item.isEmpty()) {
                found.add(item);
            }
        }
        for (String item : found) {
            list.remove(item);
        }
    }
}
