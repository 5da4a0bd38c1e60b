/** Lambdas in final fields: one that checks and one that changes the object. */
public class KeptLambda {
    private boolean open;
    private final Runnable check = () -> {
        if (!open) {
            throw new IllegalStateException("not open");
        }
    };
    private final Runnable opener = this::doOpen;

    public KeptLambda() {
    }

    public KeptLambda(boolean open) {
        this.open = open;
    }

    private void doOpen() {
        open = true;
    }

    public void open() {
        opener.run();
    }

    public void use() {
        check.run();
    }
}
