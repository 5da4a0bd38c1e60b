import java.util.ArrayList;

/** After the change, the iterator is not used any more. */
public class ListRemoveThenBreak {
    static void removeOne(ArrayList<String> list, String unwanted) {
        for (String item : list) {
            if (item.equals(unwanted)) {
                list.remove(item);
                break;
            }
        }
    }
}
