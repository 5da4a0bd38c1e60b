import java.util.ArrayList;

/** What the list does itself is its own affair. */
public class ListRemoveIf {
    static int clean(ArrayList<String> list) {
        list.removeIf(String::isEmpty);
        int length = 0;
        for (String item : list) {
            length += item.length();
        }
        return length;
    }
}
