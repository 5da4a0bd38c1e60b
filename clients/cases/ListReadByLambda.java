import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JDK runs the lambda that it is given, and that changes nothing. */
public class ListReadByLambda {
    private final List<String> names = new ArrayList<>();

    void visitAll(Optional<String> more) {
        for (String name : names) {
            more.ifPresent(found -> System.out.println(name + found));
        }
    }
}
