/** The only object of a class, behind static methods; whether it is strict is decided outside, when it is first used. */
public final class StaticSingleton {
    private static final boolean STRICT = System.getenv("ETIQUETTE_STRICT") != null;
    private static StaticSingleton only;
    private boolean isClosed;

    private StaticSingleton() {
    }

    public static void open() {
        if (only != null && !only.isClosed) {
            throw new IllegalStateException("it is open");
        }
        only = new StaticSingleton();
    }

    public static void use() {
        if (only == null || only.isClosed) {
            throw new IllegalStateException("it is not open");
        }
    }

    public static void close() {
        if (STRICT && only == null) {
            throw new IllegalStateException("it was never open");
        }
        if (only != null) {
            only.isClosed = true;
        }
    }
}
