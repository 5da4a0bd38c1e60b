import java.util.ArrayList;
import java.util.List;

/** No implementation of the interface changes the list. */
public class ListThroughHarmlessInterface {
    interface Visitor {
        void visit(String name);
    }

    final List<String> names = new ArrayList<>();

    void visitAll(Visitor visitor) {
        for (String name : names) {
            visitor.visit(name);
        }
    }

    static final class Printer implements Visitor {
        @Override
        public void visit(String name) {
            System.out.println(name);
        }
    }
}
