import java.util.ArrayList;

/** Several iterators over one list may be used side by side. */
public class ListNestedReading {
    static int pairs(ArrayList<String> list) {
        int found = 0;
        for (String left : list) {
            for (String right : list) {
                found += left.equals(right) ? 1 : 0;
            }
        }
        return found;
    }
}
