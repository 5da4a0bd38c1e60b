import java.util.function.BooleanSupplier;

/** String concatenation and lambdas, which are linked at run time. */
public class Strings {
    private String name;
    private boolean greeted;

    public void rename(String first, int number) {
        name = first + "-" + number;
    }

    public String greet() {
        greeted = name.length() >= 0;
        return "hello " + name;
    }

    public void leave() {
        if (!greeted) {
            throw new NullPointerException("rude");
        }
        greeted = false;
    }

    public void later() {
        Runnable task = () -> greeted = false;
        BooleanSupplier test = this::isGreeted;
        if (task == null || test == null) {
            throw new NullPointerException("lambdas are never null");
        }
    }

    private boolean isGreeted() {
        return greeted;
    }
}
