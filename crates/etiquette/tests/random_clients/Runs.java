import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.TreeMap;

/**
 * Runs all methods of a client with all arguments, and prints for each of its lines how often a call there passed, and how often it failed.
 *
 * <p>One gate is watched in each run, the others never fail: an analysis that follows one object takes it that the others are used well.
 */
public class Runs {
    private static final int MOST_WATCHED = 12;
    private static final TreeMap<Integer, int[]> LINES = new TreeMap<>();
    private static int watched;
    private static boolean failed;

    /** How many gates were made. */
    static int gates;

    /** Notes a call of the gate that is watched, and fails if it must not be made. What comes after a failure does not count. */
    static void check(boolean allowed, int gate) {
        if (gate != watched) return;
        int line = StackWalker.getInstance().walk(frames -> frames.skip(2).findFirst().get().getLineNumber());
        if (!failed) LINES.computeIfAbsent(line, key -> new int[2])[allowed ? 0 : 1]++;
        failed |= !allowed;
        if (!allowed) throw new IllegalStateException();
    }

    public static void main(String[] arguments) throws Exception {
        for (Method method : Client.class.getDeclaredMethods()) {
            if (method.getName().startsWith("random")) runAll(method);
        }
        LINES.forEach((line, counts) -> System.out.println(line + " " + counts[0] + " " + counts[1]));
    }

    private static void runAll(Method method) throws Exception {
        for (int flags = 0; flags < 32; flags++) {
            for (int rounds = 0; rounds < 25; rounds++) {
                gates = MOST_WATCHED;
                for (int gate = 0; gate < Math.min(gates, MOST_WATCHED); gate++) run(method, flags, rounds, gate);
            }
        }
    }

    private static void run(Method method, int flags, int rounds, int gate) throws Exception {
        failed = false;
        gates = 0;
        watched = gate;
        try {
            method.invoke(null, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0, (flags & 16) != 0,
                    rounds % 5, rounds / 5);
        } catch (InvocationTargetException thrown) {
            boolean expected = thrown.getCause() instanceof IllegalStateException || thrown.getCause() instanceof IllegalArgumentException;
            if (!expected) throw thrown;
        }
    }
}
