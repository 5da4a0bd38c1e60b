import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Makes random calls on a monitor: what passes must not fail, and what is stopped must fail when the same is done to a bare object. */
public final class Drive {
    private static final Random RANDOM = new Random();

    public static void main(String[] classes) throws Exception {
        for (String name : classes) {
            RANDOM.setSeed(7);
            System.out.println(name + " " + driven(Class.forName(name), Class.forName("Monitored" + name)));
        }
    }

    private static String driven(Class<?> bare, Class<?> monitor) throws Exception {
        int passed = 0;
        int stopped = 0;
        for (int round = 0; round < 300; round++) {
            Object watched = monitor.getConstructor().newInstance();
            List<Object[]> word = new ArrayList<>();
            for (int step = 0; step < 30; step++) {
                Method method = some(bare.getDeclaredMethods());
                Object[] given = Arrays.stream(method.getParameterTypes()).map(Drive::value).toArray();
                Throwable thrown = thrown(monitor.getMethod(method.getName(), method.getParameterTypes()), watched, given);
                if (thrown == null) {
                    passed++;
                    word.add(new Object[] {method, given});
                } else if (thrown.getStackTrace()[0].getClassName().endsWith("$EtiquetteProtocol")) {
                    stopped++;
                    if (!thrown.getMessage().contains("allowed now: ")) throw new AssertionError(thrown.getMessage());
                    Object object = replayed(bare, word);
                    if (thrown(method, object, given) == null) throw new AssertionError("stopped, but works: " + thrown);
                } else {
                    throw new AssertionError("passed, but failed: " + method, thrown);
                }
            }
        }
        return passed > 0 && stopped > 0 ? "agrees" : "nothing seen: " + passed + " passed, " + stopped + " stopped";
    }

    private static Object replayed(Class<?> bare, List<Object[]> word) throws Exception {
        Constructor<?> constructor = bare.getConstructor();
        Object object = constructor.newInstance();
        for (Object[] call : word) ((Method) call[0]).invoke(object, (Object[]) call[1]);
        return object;
    }

    private static Throwable thrown(Method method, Object object, Object[] given) throws Exception {
        try {
            method.invoke(object, given);
            return null;
        } catch (InvocationTargetException failed) {
            return failed.getCause();
        }
    }

    private static Method some(Method[] methods) {
        Method[] open = Arrays.stream(methods).filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
                .sorted(Comparator.comparing(Method::toString)).toArray(Method[]::new);
        return open[RANDOM.nextInt(open.length)];
    }

    private static Object value(Class<?> type) {
        int number = RANDOM.nextInt(5) - 1;
        if (type == byte.class) return (byte) number;
        if (type == int.class) return number * 7;
        if (type == boolean.class) return number > 0;
        if (type == Boolean.class) return number < 0 ? null : number > 1;
        if (type == Character.class) return number < 0 ? null : number > 1 ? 'x' : 'y';
        if (type == Short.class) return number < 0 ? null : (short) number;
        if (type == Integer.class) return number < 0 ? null : (Integer) (number * 4);
        if (type == Long.class) return number < 0 ? null : (Long) (number * 2L);
        if (type == String.class) return number == 0 ? null : number == 1 ? "bob" : "bob!";
        return number == 0 ? null : new byte[0];
    }
}
