import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Methods of the JDK that are not given the list leave it alone. */
public class ListBesideJdkCalls {
    final List<String> names = new ArrayList<>();
    final Map<String, Integer> lengths = new HashMap<>();

    void measure() {
        for (String name : names) {
            lengths.put(name, name.trim().length());
        }
    }
}
