/** Uses classes whose initialisers throw, catches what comes of it, and has a constant that only an initialiser says. */
public class Initialisers {
    private static final boolean STRICT;

    static {
        STRICT = true;
    }

    private boolean broken;

    public void wrapped() {
        try {
            Broken.touch();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            broken = true;
        }
    }

    /** The initialiser catches its own exception. */
    public void fine() {
        try {
            Careful.touch();
        } catch (LinkageError e) {
            broken = true;
        }
    }

    /** A constant of the class is not a use. */
    public int constant() {
        return Broken.NUMBER;
    }

    public void use() {
        if (STRICT && broken) {
            throw new IllegalStateException("broken");
        }
    }
}

/** Can't be used. */
class Broken {
    static final int NUMBER = 3;

    static {
        refuse();
    }

    private static void refuse() {
        throw new IllegalStateException("never usable");
    }

    static void touch() {
    }
}

/** Can be used. */
class Careful {
    static int tried;

    static {
        try {
            tried = 1;
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            tried = 2;
        }
    }

    static void touch() {
    }
}
