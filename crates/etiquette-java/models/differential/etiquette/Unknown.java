package etiquette;

/** What a model does not know, as an oracle has it. */
public final class Unknown {
    public static int anInt() {
        return (int) Oracle.current.number();
    }

    public static long aLong() {
        return Oracle.current.number();
    }

    public static boolean aBoolean() {
        return Oracle.current.choose(2) == 1;
    }

    public static int below(int limit) {
        return limit <= 0 ? 0 : Oracle.current.below(limit);
    }

    public static void never() {
        throw new Oracle.Never();
    }

    public static String aString() {
        return "some";
    }

    public static <T> T orSome(T object) {
        return object == null ? (T) "some" : object;
    }
}
