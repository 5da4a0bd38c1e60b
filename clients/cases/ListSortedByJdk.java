import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list is given to a method of the JDK that changes it. */
public class ListSortedByJdk {
    final List<String> names = new ArrayList<>();

    void visitAll() {
        for (String name : names) { // may violate
            Collections.sort(names);
        }
    }
}
