package etiquette;

/** What is really open, whoever looks: time, chance, input. The front end takes each call for a choice of the component. */
public final class World {
    private World() {}

    public static int anInt() {
        return 0;
    }

    public static long aLong() {
        return 0;
    }

    public static boolean aBoolean() {
        return false;
    }
}
