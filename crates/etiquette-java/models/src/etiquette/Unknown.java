package etiquette;

/** What a model does not know. The front end takes each call for a choice of the model; the code is what may flow where. */
public final class Unknown {
    private Unknown() {}

    public static int anInt() {
        return 0;
    }

    public static long aLong() {
        return 0;
    }

    public static boolean aBoolean() {
        return false;
    }

    /** A number from 0 up to a limit, which does not count. */
    public static int below(int limit) {
        int any = anInt();
        return any < 0 || any >= limit ? 0 : any;
    }

    /** Does not return. What needs more memory than there is does not happen. */
    public static void never() {}

    /** A text, which is not null. */
    public static String aString() {
        return "";
    }

    /** The object, or another one in the place of null. */
    public static <T> T orSome(T object) {
        return object;
    }
}
