import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Random calls: first of a constructor or a static method that makes an object, then of methods of what there is. */
final class Word {
    /** Methods that are not called: they wait, or tell what models do not know and nobody asks. */
    private static final Set<String> LEFT_OUT = Set.of(
            "notify", "notifyAll", "getClass", "hashCode", "toString", "equals", "parallelStream", "parallel", "spliterator", "summaryStatistics", "average",
            "lock", "acquireUninterruptibly", "awaitUninterruptibly", "capacity", "join", "sleep",
            "newWorkStealingPool", "invokeAll", "invokeAny", "getQueue", "currentThread", "stop", "suspend", "resume", "interrupted", "dumpStack", "getAllStackTraces", "setDefaultUncaughtExceptionHandler",
            "getThreadGroup", "getContextClassLoader", "getUncaughtExceptionHandler", "getDefaultUncaughtExceptionHandler");

    private static final class Call {
        final Executable called;
        final int receiver;
        final long seed;

        Call(Executable called, int receiver, long seed) {
            this.called = called;
            this.receiver = receiver;
            this.seed = seed;
        }
    }

    private final Class<?> real;
    private final int length;
    private final Random random;
    private final List<Call> calls = new ArrayList<>();
    /** What each object is known as. */
    private final List<Class<?>> types = new ArrayList<>();

    Word(Class<?> real, long seed, int length) {
        this.real = real;
        this.length = length;
        this.random = new Random(seed * 31 + real.getName().hashCode());
    }

    /** How objects of a class can be made. */
    static List<Executable> makers(Class<?> real) {
        Stream<Executable> constructors = Arrays.stream((Executable[]) real.getConstructors());
        if (Modifier.isAbstract(real.getModifiers())) constructors = Stream.empty();
        Stream<Executable> factories = Arrays.stream(real.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()) && isMade(real, method.getReturnType()))
                .filter(method -> !LEFT_OUT.contains(method.getName()))
                .map(method -> (Executable) method);
        return Stream.concat(constructors, factories).filter(Arguments::canBeGiven).sorted(BY_NAME).collect(Collectors.toList());
    }

    private static boolean isMade(Class<?> real, Class<?> type) {
        boolean isExecutor = real == java.util.concurrent.Executors.class && java.util.concurrent.ExecutorService.class.isAssignableFrom(type);
        return type == real || isExecutor || real == java.util.stream.StreamSupport.class && BaseStream.class.isAssignableFrom(type);
    }

    private static final Comparator<Executable> BY_NAME = Comparator.comparing(Executable::toString);

    private static List<Executable> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !method.isBridge() && !LEFT_OUT.contains(method.getName()) && !waits(method) && Arguments.canBeGiven(method))
                .filter(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                .filter(method -> !type.isInterface() || !Modifier.isStatic(method.getModifiers()))
                .map(method -> (Executable) method)
                .sorted(BY_NAME)
                .collect(Collectors.toList());
    }

    private static boolean waits(Method method) {
        boolean hasLimit = Arrays.asList(method.getParameterTypes()).contains(java.util.concurrent.TimeUnit.class);
        return !hasLimit && Arrays.asList(method.getExceptionTypes()).contains(InterruptedException.class);
    }

    /** Chooses calls while they are made on the class; says how each ended. */
    List<String> run(Side side, IntConsumer before) {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Call call = chosen();
            if (call == null) break;
            calls.add(call);
            seen.add(made(side, call, i));
            if (types.isEmpty()) break;
        }
        return seen;
    }

    private Call chosen() {
        if (calls.isEmpty()) return new Call(one(makers(real)), -1, random.nextLong());
        int receiver = random.nextInt(3) == 0 ? random.nextInt(types.size()) : 0;
        List<Executable> methods = new ArrayList<>(methods(types.get(receiver)));
        // A set of entries takes nothing, but refuses what is no entry before.
        if (types.get(receiver) == Set.class) methods.removeIf(method -> method.getName().startsWith("add"));
        // What was made of a stream does not know that this was closed.
        boolean mayBeLinked = BaseStream.class.isAssignableFrom(types.get(receiver)) && receiver + 1 < types.size();
        if (mayBeLinked) methods.removeIf(method -> method.getName().equals("close"));
        return methods.isEmpty() ? null : new Call(one(methods), receiver, random.nextLong());
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Makes the same calls on a model until one ends differently. */
    List<String> follow(Side side, List<String> expected, IntConsumer before) {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            before.accept(i);
            seen.add(made(side, calls.get(i), i));
            if (!seen.get(i).equals(expected.get(i))) break;
        }
        return seen;
    }

    private String made(Side side, Call call, int position) {
        Object[] arguments = new Arguments(side, real, call.seed).of(call.called);
        Object receiver = call.receiver < 0 ? null : side.objects.get(call.receiver);
        try {
            Object result = side.call(call.called, receiver, arguments);
            return ended(side, call, result);
        } catch (etiquette.Oracle.Never never) {
            return "does not return";
        } catch (Throwable thrown) {
            return thrown.getClass().getName() + (thrown instanceof ReflectiveOperationException ? " " + thrown : "");
        }
    }

    private String ended(Side side, Call call, Object result) {
        Class<?> type = call.called instanceof Method ? ((Method) call.called).getReturnType() : real;
        if (type == void.class) return "ok";
        if (result == null) return "null";
        if (type == char.class) return "a character";
        if (type.isPrimitive()) return result.toString();
        if (result.getClass().isArray()) return "array of " + java.lang.reflect.Array.getLength(result);
        if (type.getName().startsWith("java.") && !type.getName().startsWith("java.lang.")) keep(side, call, result, type);
        else if (type == real) keep(side, call, result, type);
        return "object";
    }

    private void keep(Side side, Call call, Object result, Class<?> type) {
        side.objects.add(result);
        if (types.size() < side.objects.size()) types.add(type);
    }

    /** A number that the model may have to give. */
    static long hint(List<String> expected, int call) {
        try {
            return Long.parseLong(expected.get(call));
        } catch (NumberFormatException none) {
            return 3;
        }
    }

    /** The calls up to one, with how they ended on the class. */
    String shown(List<String> expected, int last) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= last; i++) {
            Call call = calls.get(i);
            String on = call.receiver < 0 ? "" : "#" + call.receiver + ".";
            String arguments = Arrays.stream(new Arguments(new Side(null), real, call.seed).of(call.called))
                    .map(Arguments::shown).collect(Collectors.joining(", "));
            text.append("    ").append(on).append(call.called.getName()).append('(').append(arguments).append("): ");
            text.append(expected.get(i)).append('\n');
        }
        return text.toString();
    }
}
