/** Handlers inside handlers, chosen by the class of the exception. */
public class NestedTry {
    /** A failure. */
    public static class Failure extends RuntimeException {}

    /** A failure of a kind. */
    public static class SpecialFailure extends Failure {}

    private int level;

    private void fail(byte kind) {
        switch (kind) {
            case 1:
                throw new SpecialFailure();
            case 2:
                throw new Failure();
            case 3:
                throw new IllegalArgumentException();
            default:
        }
    }

    public void run(byte kind) {
        try {
            try {
                fail(kind);
                level = 0;
            } catch (SpecialFailure special) {
                level = 1;
                fail((byte) 2);
            } catch (IllegalArgumentException other) {
                level = 3;
                throw new IllegalStateException(other);
            }
        } catch (Failure failure) {
            level = level == 1 ? 3 : 2;
        }
    }

    public void check() {
        if (level == 3) {
            throw new IllegalStateException("a special failure was caught, and then another");
        }
    }
}
