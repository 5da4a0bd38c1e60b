import java.util.ArrayList;
import java.util.List;

/** A method that is called in the loop only looks at the list. */
public class ListHelperReads {
    static int count() {
        List<String> list = new ArrayList<>();
        list.add("a");
        int found = 0;
        for (String item : list) {
            found += look(list, item);
        }
        return found;
    }

    private static int look(List<String> list, String item) {
        return list.size() + item.length();
    }
}
