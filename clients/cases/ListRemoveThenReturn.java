import java.util.ArrayList;

/** As with a break, the iterator is not used any more. */
public class ListRemoveThenReturn {
    static boolean removeOne(ArrayList<String> list, String unwanted) {
        for (String item : list) {
            if (item.equals(unwanted)) {
                list.remove(item);
                return true;
            }
        }
        return false;
    }
}
