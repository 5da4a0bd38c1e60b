import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JDK runs the lambda that it is given, and that changes the list. */
public class ListChangedByLambda {
    private final List<String> names = new ArrayList<>();

    void visitAll(Optional<String> more) {
        for (String name : names) { // may violate
            more.ifPresent(found -> names.add(found));
        }
    }
}
