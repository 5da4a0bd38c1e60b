import java.util.ArrayList;
import java.util.List;

/** Whatever happens, the list is emptied at the end. */
public class ListFinallyClears {
    static int clean() {
        List<String> list = new ArrayList<>();
        list.add("a");
        int length = 0;
        try {
            for (String item : list) {
                length += item.length();
            }
        } finally {
            list.clear();
        }
        return length;
    }
}
