import java.util.ArrayList;
import java.util.List;

/** A method that is called in the loop changes the list. */
public class ListHelperChanges {
    static void clean() {
        List<String> list = new ArrayList<>();
        list.add("a");
        for (String item : list) { // violation on some path
            forget(list, item);
        }
    }

    private static void forget(List<String> list, String item) {
        list.remove(item);
    }
}
