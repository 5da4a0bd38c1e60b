import java.util.ArrayList;
import java.util.List;

/** One implementation of the interface changes the list, so a call of it may. */
public class ListThroughInterface {
    interface Visitor {
        void visit(String name);
    }

    final List<String> names = new ArrayList<>();

    void visitAll(Visitor visitor) {
        for (String name : names) { // may violate
            visitor.visit(name);
        }
    }

    static final class Printer implements Visitor {
        @Override
        public void visit(String name) {
            System.out.println(name);
        }
    }

    final class Doubler implements Visitor {
        @Override
        public void visit(String name) {
            names.add(name);
        }
    }
}
