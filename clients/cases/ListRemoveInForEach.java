import java.util.ArrayList;
import java.util.List;

/** The mistake that everybody makes once. */
public class ListRemoveInForEach {
    static void clean(String unwanted) {
        List<String> list = new ArrayList<>();
        list.add(unwanted);
        for (String item : list) { // violation on some path
            if (item.equals(unwanted)) {
                list.remove(item);
            }
        }
    }
}
