/** The call of super.close() names Top in the class file, as if Middle had been added later; the JVM looks from Middle up all the same. */
public class SuperLookup extends Middle {
    static final Class<?> NAMED = Top.class;

    @Override
    public void close() {
        super.close();
    }

    public void use() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
    }
}

/** Where the class file says that the method is. */
class Top {
    boolean closed;

    void close() {
    }
}

/** Where the method is. */
class Middle extends Top {
    @Override
    void close() {
        closed = true;
    }
}
