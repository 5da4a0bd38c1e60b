import java.util.ArrayList;

/** An element for each element: the list changes on every path. */
public class ListAddInForEach {
    static void duplicate(ArrayList<String> list) {
        for (String item : list) { // violation on some path
            list.add(item);
        }
    }
}
