import java.util.ArrayList;
import java.util.List;

/** What is called changes the list, two calls further down. */
public class ListChangedTwoCallsDown {
    private final List<String> names = new ArrayList<>();

    void visitAll() {
        for (String name : names) { // may violate
            visit(name);
        }
    }

    private void visit(String name) {
        if (name.isEmpty()) {
            repair();
        }
    }

    private void repair() {
        names.add("unnamed");
    }
}
