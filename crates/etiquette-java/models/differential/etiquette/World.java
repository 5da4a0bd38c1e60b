package etiquette;

/** What is really open, as an oracle has it. */
public final class World {
    public static int anInt() {
        return (int) Oracle.current.number();
    }

    public static long aLong() {
        return Oracle.current.number();
    }

    public static boolean aBoolean() {
        return Oracle.current.choose(2) == 1;
    }
}
