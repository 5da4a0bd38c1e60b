import java.util.ArrayList;
import java.util.List;

/** The list is handed out, but what is called while it is gone through changes no list. */
public class ListHarmlessHelper {
    private final List<String> names = new ArrayList<>();

    List<String> names() {
        return names;
    }

    void add(String name) {
        names.add(name);
    }

    int width() {
        int width = 0;
        for (String name : names) {
            width = Ruler.longest(width, name);
        }
        return width;
    }

    private static final class Ruler {
        static int longest(int width, String name) {
            List<Integer> both = new ArrayList<>();
            both.add(width);
            both.add(name.length());
            return Math.max(both.get(0), both.get(1));
        }
    }
}
