import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Nobody knows what is called. */
public class ListUnknownCallee {
    final List<String> names = new ArrayList<>();

    void visitAll(Method visitor) throws ReflectiveOperationException {
        for (String name : names) { // may violate
            visitor.invoke(null, name);
        }
    }
}
