import java.util.ArrayList;

/** Two lists, two loops: it is the list of the inner one that changes. */
public class ListInnerChanged {
    static void change(String[] names) {
        for (String name : names) {
            ArrayList<String> inner = new ArrayList<>();
            inner.add(name);
            for (String item : inner) { // violation on some path
                inner.add(item + name);
            }
        }
    }
}
