import java.lang.reflect.Executable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Arguments of one call, the same for the class and for its model. */
final class Arguments {
    private static final Object[] OBJECTS = {"a", "b", 1, null};
    private static final Object[] CONSTANTS = {TimeUnit.DAYS, TimeUnit.HOURS, null};

    private final Side side;
    private final Random random;
    /** What elements and keys may be. */
    private final Object[] objects;
    /** A filter that changes what it filters breaks the JDK's own classes: there may be -1 elements then. */
    private boolean isFilter;
    private final boolean isOfStreams;
    /** What is called with something that gives a spliterator; otherwise null. */
    private Executable supplied;
    /** Iterators differ in whether they look at it where nothing remains. */
    private boolean takesNoNull;

    Arguments(Side side, Class<?> real, long seed) {
        this.side = side;
        objects = real == java.util.EnumMap.class ? CONSTANTS : OBJECTS;
        this.random = new Random(seed);
        isOfStreams = real == java.util.stream.StreamSupport.class;
    }

    static boolean canBeGiven(Executable called) {
        return Arrays.stream(called.getParameterTypes()).allMatch(Arguments::canBeGiven);
    }

    private static boolean canBeGiven(Class<?> type) {
        boolean isModest = type.isPrimitive() || type == Object.class || type == String.class || type == Object[].class;
        boolean isPlain = List.of(Class.class, Enum.class, CharSequence.class, Comparable.class, TimeUnit.class, byte[].class, char[].class).contains(type)
                || type == Collector.class || isSpliterator(type) || isOfExecutors(type);
        return isModest || isPlain || isCollection(type) || isStream(type) || isFunction(type);
    }

    private static boolean isCollection(Class<?> type) {
        return type.isAssignableFrom(List.class) || type.isAssignableFrom(Map.class)
                || List.of(java.util.Set.class, java.util.SortedSet.class, java.util.SortedMap.class).contains(type);
    }

    private static boolean isStream(Class<?> type) {
        return List.of(java.io.InputStream.class, java.io.OutputStream.class, java.io.Reader.class, java.io.Writer.class)
                .contains(type);
    }

    private static boolean isOfExecutors(Class<?> type) {
        return List.of(BlockingQueue.class, ThreadFactory.class, RejectedExecutionHandler.class).contains(type);
    }

    private Object ofExecutors(Class<?> type) {
        if (type == BlockingQueue.class) return random.nextBoolean() ? new LinkedBlockingQueue<>() : new ArrayBlockingQueue<>(1);
        return type == ThreadFactory.class ? Executors.defaultThreadFactory() : null;
    }

    private static boolean isSpliterator(Class<?> type) {
        return List.of(Spliterator.class, Spliterator.OfInt.class, Spliterator.OfLong.class, Spliterator.OfDouble.class).contains(type);
    }

    private static Class<?> spliteratorOf(String factory) {
        if (factory.equals("intStream")) return Spliterator.OfInt.class;
        if (factory.equals("longStream")) return Spliterator.OfLong.class;
        return factory.equals("doubleStream") ? Spliterator.OfDouble.class : Spliterator.class;
    }

    private Object spliterator(Class<?> type) {
        int size = random.nextInt(3);
        if (type == Spliterator.OfInt.class) return Arrays.spliterator(new int[size]);
        if (type == Spliterator.OfLong.class) return Arrays.spliterator(new long[size]);
        if (type == Spliterator.OfDouble.class) return Arrays.spliterator(new double[size]);
        return Arrays.asList(Arrays.copyOf(objects, size)).spliterator();
    }

    private static boolean isFunction(Class<?> type) {
        return type == Comparator.class || type == Runnable.class || type == java.util.concurrent.Callable.class
                || type.getName().startsWith("java.util.function.");
    }

    Object[] of(Executable called) {
        takesNoNull = called.getName().equals("forEachRemaining");
        isFilter = called.getName().equals("removeIf");
        supplied = called.getDeclaringClass() == java.util.stream.StreamSupport.class ? called : null;
        return Arrays.stream(called.getParameterTypes()).map(this::one).toArray();
    }

    private Object one(Class<?> type) {
        if (type == int.class) return random.nextInt(4) - (random.nextInt(4) == 0 ? 1 : 0);
        if (type == long.class) return (long) random.nextInt(4) - (random.nextInt(4) == 0 ? 1 : 0);
        // In parallel there would be several threads.
        if (type == boolean.class) return !isOfStreams && random.nextBoolean();
        if (type == byte.class) return (byte) random.nextInt(3);
        if (type == short.class) return (short) random.nextInt(3);
        if (type == char.class) return (char) ('a' + random.nextInt(3));
        if (type == float.class) return random.nextInt(3) - 0.5f;
        if (type == double.class) return random.nextInt(3) - 0.5;
        if (type == Object.class || type == Comparable.class) return objects[random.nextInt(objects.length)];
        if (type == String.class || type == CharSequence.class) return new String[] {"a", "bc", "", null}[random.nextInt(4)];
        if (random.nextInt(12) == 0 && !takesNoNull) return null;
        if (type == Object[].class) return new Object[random.nextInt(4)];
        if (type == byte[].class) return new byte[random.nextInt(4)];
        if (type == char[].class) return new char[random.nextInt(4)];
        if (type == Class.class) return TimeUnit.class;
        if (type == Enum.class) return TimeUnit.values()[random.nextInt(3)];
        if (type == TimeUnit.class) return TimeUnit.NANOSECONDS;
        if (type == Collector.class) return random.nextBoolean() ? Collectors.toList() : Collectors.counting();
        if (isOfExecutors(type)) return ofExecutors(type);
        if (isSpliterator(type)) return spliterator(type);
        if (isStream(type)) return Streams.of(type, random.nextInt(3));
        return isCollection(type) ? collection(type) : function(type);
    }

    private Object collection(Class<?> type) {
        boolean isOwn = !side.objects.isEmpty() && type.isInstance(side.objects.get(0)) && random.nextInt(4) == 0;
        if (isOwn) return side.objects.get(0);
        Object[] some = Arrays.copyOf(objects, random.nextInt(objects.length));
        if (type == java.util.SortedMap.class) return new TreeMap<>(Map.of("a", 1));
        if (type == Map.class) return some.length == 0 ? new HashMap<>() : Collections.singletonMap(some[0], 1);
        if (type == java.util.SortedSet.class) return new TreeSet<>(List.of("a", "b"));
        if (type == java.util.Set.class) return new java.util.LinkedHashSet<>(Arrays.asList(some));
        return new ArrayList<>(Arrays.asList(some));
    }

    /** A function that always gives the same, or throws; it may change the first object before. */
    private Object function(Class<?> type) {
        if (supplied != null) {
            Object given = spliterator(spliteratorOf(supplied.getName()));
            return (java.util.function.Supplier<Object>) () -> given;
        }
        int behaviour = random.nextInt(8);
        if (type == Comparator.class) {
            if (behaviour < 4) return null;
            return (Comparator<Object>) (one, other) -> String.valueOf(one).compareTo(String.valueOf(other));
        }
        Object given = objects[random.nextInt(objects.length)];
        return Proxy.newProxyInstance(Arguments.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) return ofObject(self, method.getName(), arguments);
            if (method.isDefault()) return null;
            if (behaviour == 0) throw new UnsupportedOperationException("by the function");
            if (behaviour == 1 && !isFilter) change();
            Class<?> result = method.getReturnType();
            if (result == boolean.class) return given != null;
            if (result == int.class) return 1;
            if (result == long.class) return 1L;
            if (result == double.class) return 1.0;
            return result == void.class ? null : given;
        });
    }

    private static Object ofObject(Object self, String method, Object[] arguments) {
        if (method.equals("equals")) return self == arguments[0];
        return method.equals("hashCode") ? (Object) 1 : "a function";
    }

    private void change() {
        if (side.objects.isEmpty()) return;
        Object first = side.objects.get(0);
        if (first instanceof Collection) ((Collection<?>) first).clear();
        if (first instanceof Map) ((Map<?, ?>) first).clear();
    }

    static String shown(Object argument) {
        if (argument instanceof String) return "\"" + argument + "\"";
        return argument == null || argument instanceof Number || argument instanceof Collection || argument instanceof Boolean
                ? String.valueOf(argument) : argument.getClass().getSimpleName();
    }
}
