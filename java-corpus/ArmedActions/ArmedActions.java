/** A field is given one action after another: lambdas, and an object of a class without a name. */
public class ArmedActions {
    static final class Fuse {
        boolean blown;

        void blow() {
            if (blown) {
                throw new IllegalStateException("blown");
            }
            blown = true;
        }
    }

    private final Fuse fuse = new Fuse();
    Runnable action;

    public void arm() {
        Fuse armed = fuse;
        action = () -> armed.blow();
    }

    public void repair() {
        action = () -> fuse.blown = false;
    }

    public void once() {
        action = new Runnable() {
            private boolean ran;

            @Override
            public void run() {
                if (ran) {
                    throw new IllegalStateException("ran before");
                }
                ran = true;
            }
        };
    }

    public void run() {
        if (action != null) {
            action.run();
        }
    }
}
