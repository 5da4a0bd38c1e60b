import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.ToolProvider;

/**
 * Runs words on real classes and reports what a client sees of each call.
 *
 * Requests, fields separated by tabs: {@code word milliseconds assertions}, then a {@code call class method descriptor on keeps arguments...} for
 * each call ({@code make} for one that makes an object), then {@code run}. Objects have names, {@code on} and {@code keeps}; the main one's is empty. The answer has a line for each call that was made, and {@code done}. Every word has class loaders of its
 * own, so that nothing static is left over from the word before. {@code classes path} says where classes are from then on, and
 * {@code compile source folder} compiles a source first.
 */
public final class Replay {
    private static URL[] classPath;

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, false, "UTF-8");
        System.setOut(System.err);
        classPath = urls(arguments[0]);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Word word = null;
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] fields = line.split("\t", -1);
            switch (fields[0]) {
                case "word":
                    word = new Word(Long.parseLong(fields[1]), fields[2].equals("true"));
                    break;
                case "make":
                case "call":
                    word.calls.add(fields);
                    break;
                case "classes":
                    classPath = urls(fields[1]);
                    break;
                case "compile":
                    give(answers, List.of(compiled(fields[1], fields[2])));
                    break;
                default:
                    give(answers, word.answers());
            }
        }
        // Threads that words have started end here, too.
        Runtime.getRuntime().halt(0);
    }

    /** Lets members of a type be called that are not public, or in a package that its module does not export. */
    static void open(Class<?> type) throws ReflectiveOperationException {
        if (!type.getModule().isNamed()) {
            return;
        }
        try {
            Method opens = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
            opens.setAccessible(true);
            opens.invoke(type.getModule(), type.getPackageName());
        } catch (NoSuchMethodException otherJdk) {
            // Then those packages are open that were opened when this process was started.
        }
    }

    private static void give(PrintStream answers, List<String> lines) {
        for (String line : lines) {
            answers.println(line);
        }
        answers.println("done");
        answers.flush();
    }

    private static String compiled(String source, String folder) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        String[] options = {"-proc:none", "-implicit:none", "-nowarn", "-g", "-cp", folder, "-d", folder, source};
        int result = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, options);
        return result == 0 ? "ok" : "cannot\t" + messages.toString().replaceAll("\\s+", " ");
    }

    private static URL[] urls(String path) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }

    /** A word, and what was seen of it so far. */
    private static final class Word implements Runnable {
        /** How much longer a word may take if a stand-in had to be compiled for it, in milliseconds. */
        private static final long PATIENCE = 8_000;
        final List<String[]> calls = new ArrayList<>();
        private final long milliseconds;
        private final URLClassLoader loader;
        private final List<String> seen = new ArrayList<>();
        private static final String ANOTHER = "another ";
        private final Map<String, Object> objects = new HashMap<>();
        /** The calls that brought objects into their roles. */
        private final Map<String, String[]> makers = new HashMap<>();

        Word(long milliseconds, boolean assertions) {
            this.milliseconds = milliseconds;
            loader = new URLClassLoader(classPath, ClassLoader.getSystemClassLoader().getParent());
            loader.setDefaultAssertionStatus(assertions);
        }

        /** Makes the calls, for as long as the time allows. */
        List<String> answers() throws InterruptedException, IOException {
            Thread thread = new Thread(null, this, "word", 1 << 22);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            thread.start();
            thread.join(milliseconds);
            // The class is not to blame for the time that compiling takes.
            if (thread.isAlive() && Subclass.hasCompiled()) {
                thread.join(PATIENCE);
            }
            if (!thread.isAlive()) {
                loader.close();
            }
            synchronized (seen) {
                List<String> answers = new ArrayList<>(seen);
                if (answers.size() < calls.size() && thread.isAlive()) {
                    answers.add("timeout");
                }
                return answers;
            }
        }

        @Override
        public void run() {
            for (String[] call : calls) {
                String answer = answer(call);
                synchronized (seen) {
                    seen.add(answer);
                }
                if (answer.startsWith("cannot")) {
                    return;
                }
            }
        }

        private String answer(String[] call) {
            try {
                return call[2].equals("<init>") ? construct(call) : invoke(call, call[0].equals("make"));
            } catch (InvocationTargetException thrown) {
                return thrown(thrown.getCause(), call[1]);
            } catch (ExceptionInInitializerError thrown) {
                return thrown(thrown, call[1]);
            } catch (Throwable problem) {
                return "cannot\t" + String.valueOf(problem).replaceAll("\\s", " ");
            }
        }

        private String construct(String[] call) throws Exception {
            Class<?> type = Class.forName(call[1], true, loader);
            Constructor<?> constructor = type.getDeclaredConstructor(types(call).parameterArray());
            open(type);
            constructor.setAccessible(true);
            objects.put(call[5], constructor.newInstance(arguments(call, constructor.getParameterTypes())));
            return "ok";
        }

        private String invoke(String[] call, boolean makesObject) throws Exception {
            Method method = method(Class.forName(call[1], true, loader), call);
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            if (call[4].startsWith(ANOTHER)) {
                return invokeOnAnother(method, call);
            }
            if (objects.get(call[4]) == null && !isStatic) {
                return "cannot\tthere is no object" + (call[4].isEmpty() ? "" : " `" + call[4] + "`");
            }
            if (isStatic && !makesObject && method.getDeclaringClass().getClassLoader() != loader) {
                return "cannot\tthe JVM keeps the static fields of this class from word to word";
            }
            open(method.getDeclaringClass());
            method.setAccessible(true);
            Object result = method.invoke(objects.get(call[4]), arguments(call, method.getParameterTypes()));
            if (makesObject || !call[5].isEmpty()) {
                objects.put(call[5], result);
                makers.put(call[5], call);
                return result == null ? "null" : "ok";
            }
            return returned(method.getReturnType(), result);
        }

        /** Such a call counts only if it returns, which may take that another one is made on the object before. */
        private String invokeOnAnother(Method method, String[] call) throws Exception {
            String[] maker = makers.get(call[4].substring(ANOTHER.length()));
            if (maker == null || maker[2].equals("<init>")) {
                return "cannot\tthere is no `" + call[4] + "`";
            }
            List<Method> before = new ArrayList<>(List.of(method.getDeclaringClass().getMethods()));
            before.removeIf(other -> other.getParameterCount() > 0 || other.getDeclaringClass() == Object.class);
            before.sort(Comparator.comparing(Method::getName));
            before.add(0, null);
            Method makes = method(Class.forName(maker[1], true, loader), maker);
            for (Method first : before) {
                Object another = makes.invoke(objects.get(maker[4]), arguments(maker, makes.getParameterTypes()));
                try {
                    open(method.getDeclaringClass());
                    if (first != null) {
                        first.setAccessible(true);
                        first.invoke(another);
                    }
                    method.setAccessible(true);
                    return returned(void.class, method.invoke(another, arguments(call, method.getParameterTypes())));
                } catch (InvocationTargetException refused) {
                    continue;
                }
            }
            return "cannot\tno `" + call[4] + "` was found for which it returns";
        }

        private Method method(Class<?> type, String[] call) throws NoSuchMethodException {
            for (Method method : type.getDeclaredMethods()) {
                MethodType own = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                if (method.getName().equals(call[2]) && own.equals(types(call))) {
                    return method;
                }
            }
            throw new NoSuchMethodException(call[2]);
        }

        private MethodType types(String[] call) {
            return MethodType.fromMethodDescriptorString(call[3], loader);
        }

        private Object[] arguments(String[] call, Class<?>[] types) throws Exception {
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                boolean isHeld = call[6 + i].startsWith("field:");
                values[i] = isHeld ? held(call[1], call[6 + i].substring(6)) : argument(call[6 + i], types[i]);
            }
            return values;
        }

        /** What a field of the main object, or of the class itself, holds now. */
        private Object held(String owner, String name) throws Exception {
            Object main = objects.get("");
            Class<?> type = main == null ? Class.forName(owner, false, loader) : main.getClass();
            for (; type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        field.setAccessible(true);
                        return field.get(main);
                    }
                }
            }
            throw new NoSuchFieldException(name);
        }

        private Object argument(String written, Class<?> type) throws Exception {
            if (written.equals("this")) {
                return objects.get("");
            }
            return written.startsWith("role:") ? objects.get(written.substring(5)) : Values.of(type, written, loader);
        }
    }

    /** What a client sees of a result. */
    private static String returned(Class<?> type, Object value) {
        if (type == boolean.class) {
            return String.valueOf(value);
        }
        if (type == char.class) {
            return "number\t" + (int) (char) value;
        }
        if (type.isPrimitive()) {
            boolean isWhole = value instanceof Number && type != float.class && type != double.class;
            return isWhole ? "number\t" + ((Number) value).longValue() : "ok";
        }
        if (value == null) {
            return "null";
        }
        return value instanceof Enum ? "enum\t" + ((Enum<?>) value).name() : "object";
    }

    /** An exception: its class and superclasses, where it was raised, and the first line of the class that was called. */
    private static String thrown(Throwable thrown, String called) {
        StringBuilder supertypes = new StringBuilder();
        for (Class<?> type = thrown.getClass().getSuperclass(); type != null; type = type.getSuperclass()) {
            supertypes.append(supertypes.length() == 0 ? "" : ",").append(type.getName());
        }
        StackTraceElement[] frames = thrown.getStackTrace();
        String raised = frames.length == 0 ? "-" : place(frames[0]);
        String own = "-";
        for (StackTraceElement frame : frames) {
            if (outermost(frame.getClassName()).equals(outermost(called))) {
                own = place(frame);
                break;
            }
        }
        return "threw\t" + thrown.getClass().getName() + "\t" + supertypes + "\t" + raised + "\t" + own;
    }

    private static String outermost(String type) {
        int dollar = type.indexOf('$');
        return dollar < 0 ? type : type.substring(0, dollar);
    }

    private static String place(StackTraceElement frame) {
        boolean known = frame.getFileName() != null && frame.getLineNumber() > 0;
        return known ? frame.getFileName() + ":" + frame.getLineNumber() : "-";
    }

    /** Values for parameters. */
    private static final class Values {
        /** How many objects are made inside each other at most. */
        private static final int DEEPEST = 2;
        private static final int LONGEST = 1 << 20;

        static Object of(Class<?> type, String written, ClassLoader loader) throws Exception {
            int colon = written.indexOf(':');
            String value = written.substring(colon + 1);
            switch (colon < 0 ? written : written.substring(0, colon)) {
                case "null":
                    return null;
                case "number":
                    return number(type, Long.parseLong(value));
                case "array":
                    return array(type, Integer.parseInt(value));
                case "enum":
                    return constant(type, value);
                case "like":
                    return Likeness.of(value, loader).made(type);
                default:
                    return some(type, loader, DEEPEST);
            }
        }

        private static Object number(Class<?> declared, long value) {
            Class<?> type = MethodType.methodType(declared).unwrap().returnType();
            if (type == boolean.class) return value != 0;
            if (type == byte.class) return (byte) value;
            if (type == short.class) return (short) value;
            if (type == char.class) return (char) value;
            if (type == int.class) return (int) value;
            if (type == long.class) return value;
            if (type == float.class) return (float) value;
            return (double) value;
        }

        /** An array that nobody would call too long to be tried. */
        private static Object array(Class<?> type, int length) {
            if (length > LONGEST) {
                throw new IllegalArgumentException("an array of length " + length + " is not made");
            }
            return Array.newInstance(type.getComponentType(), length);
        }

        private static Object constant(Class<?> type, String name) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException("there is no constant " + name);
        }

        /** Some object of a type, made by what is public and needs the fewest other objects, which are made in the same way. */
        private static Object some(Class<?> type, ClassLoader loader, int depth) throws Exception {
            if (type == String.class) return "";
            // A stand-in would give back no elements at all, not even none.
            if (Collection.class.isAssignableFrom(type) && type.isAssignableFrom(ArrayList.class)) {
                return new ArrayList<>(Collections.singletonList(null));
            }
            if (type == Boolean.class) return false;
            if (type == Character.class) return '\0';
            if (type.isPrimitive()) return number(type, type == boolean.class ? 0 : 1);
            if (Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.") && type != Number.class) {
                return type.getMethod("valueOf", String.class).invoke(null, "0");
            }
            if (type.isArray()) return Array.newInstance(type.getComponentType(), 0);
            if (type.isEnum()) return type.getEnumConstants()[0];
            if (type.isInterface()) return standIn(type, loader);
            for (Executable maker : makers(type)) {
                if (depth > 0 || maker.getParameterCount() == 0) {
                    try {
                        return made(maker, loader, depth - 1);
                    } catch (ReflectiveOperationException | RuntimeException problem) {
                        continue;
                    }
                }
            }
            if (Modifier.isAbstract(type.getModifiers())) {
                return Subclass.of(type, loader).getConstructor().newInstance();
            }
            throw new IllegalArgumentException("no way is known to make a " + type.getName());
        }

        /** Public constructors and static methods that give an object of the type, always in the same order. */
        private static List<Executable> makers(Class<?> type) {
            List<Executable> makers = new ArrayList<>();
            if (!Modifier.isAbstract(type.getModifiers())) {
                makers.addAll(List.of(type.getConstructors()));
            }
            for (Method method : type.getMethods()) {
                if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type) {
                    makers.add(method);
                }
            }
            makers.sort(Comparator.comparing(Executable::getParameterCount)
                .thenComparing(maker -> maker instanceof Method)
                .thenComparing(Executable::toString));
            return makers;
        }

        private static Object made(Executable maker, ClassLoader loader, int depth) throws Exception {
            Class<?>[] types = maker.getParameterTypes();
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                values[i] = some(types[i], loader, depth);
            }
            return made(maker, values);
        }

        private static Object made(Executable maker, Object[] values) throws Exception {
            open(maker.getDeclaringClass());
            maker.setAccessible(true);
            Object made = maker instanceof Method
                ? ((Method) maker).invoke(null, values) : ((Constructor<?>) maker).newInstance(values);
            if (made == null) {
                throw new IllegalArgumentException("it gives null");
            }
            return made;
        }

        private static Object standIn(Class<?> type, ClassLoader loader) {
            return standIn(type, loader, Map.of());
        }

        /** An object whose methods give these answers, else zero, false and null. */
        private static Object standIn(Class<?> type, ClassLoader loader, Map<String, String> answers) {
            ClassLoader own = type.getClassLoader() == null ? loader : type.getClassLoader();
            return Proxy.newProxyInstance(own, new Class<?>[] {type}, (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "equals":
                        return arguments != null && arguments.length == 1 && proxy == arguments[0];
                    case "hashCode":
                        return System.identityHashCode(proxy);
                    case "toString":
                        return type.getName();
                    default:
                        Class<?> result = method.getReturnType();
                        if (method.getParameterCount() == 0 && answers.containsKey(method.getName() + "()")) {
                            return Likeness.answer(result, answers.get(method.getName() + "()"), loader);
                        }
                        return result.isPrimitive() && result != void.class ? number(result, 0) : null;
                }
            });
        }
    }

    /** What is known of an object: its classes, and what its methods answer. */
    private static final class Likeness {
        /** With more ways to make an object than this, the rest is not tried. */
        private static final int MOST_TRIED = 400;
        private static final int MOST_VARIANTS = 144;
        /** What is tried as arguments of what makes objects. */
        private static final long[] NUMBERS = {1, 0, -1, 2, 3, 8};
        private static final String[] TEXTS = {"", "a", "localhost", "1"};
        private final List<String> classes = new ArrayList<>();
        private final Map<String, String> answers = new TreeMap<>();
        private final ClassLoader loader;

        private Likeness(ClassLoader loader) {
            this.loader = loader;
        }

        /** Reads {@code a.Key,!a.Lock,size()=3}. */
        static Likeness of(String written, ClassLoader loader) {
            Likeness likeness = new Likeness(loader);
            for (String part : written.split(",")) {
                int equals = part.indexOf('=');
                if (equals < 0) {
                    likeness.classes.add(part);
                } else {
                    likeness.answers.put(part.substring(0, equals), part.substring(equals + 1));
                }
            }
            return likeness;
        }

        /** What a method gives back: a number, a truth value, a constant, null, or some object. */
        static Object answer(Class<?> type, String written, ClassLoader loader) throws Exception {
            if (type == boolean.class) return Boolean.valueOf(written);
            if (type.isPrimitive()) return Values.number(type, Long.parseLong(written));
            if (written.equals("null")) return null;
            return type.isEnum() ? Values.constant(type, written) : Values.some(type, loader, Values.DEEPEST);
        }

        /** An object of a type, as far as a way is known to make one. */
        Object made(Class<?> type) throws Exception {
            List<Class<?>> candidates = new ArrayList<>();
            for (String name : classes) {
                if (!name.startsWith("!") && type.isAssignableFrom(Class.forName(name, true, loader))) {
                    candidates.add(Class.forName(name, true, loader));
                }
            }
            if (candidates.isEmpty()) {
                candidates.add(type);
            }
            for (Class<?> candidate : candidates) {
                Object made = candidate.isInterface() ? Values.standIn(candidate, loader, answers) : tried(candidate);
                if (made != null && fits(made)) {
                    return made;
                }
            }
            throw new IllegalArgumentException("no way is known to make an object like this: " + classes + " " + answers);
        }

        /** An object of a class that fits, of those that are made with several arguments; null if there is none. */
        private Object tried(Class<?> type) throws Exception {
            try {
                Object some = Values.some(type, loader, Values.DEEPEST);
                if (answers.isEmpty() || fits(some)) {
                    return some;
                }
            } catch (IllegalArgumentException unknown) {
                // Other arguments may do.
            }
            int tries = 0;
            for (Executable maker : type == String.class ? List.<Executable>of() : Values.makers(type)) {
                for (int variant = 0; variant < MOST_VARIANTS && tries < MOST_TRIED; variant++, tries++) {
                    try {
                        Object made = Values.made(maker, varied(maker.getParameterTypes(), variant));
                        if (fits(made)) {
                            return made;
                        }
                    } catch (ReflectiveOperationException | RuntimeException problem) {
                        continue;
                    }
                }
            }
            if (type == String.class) {
                return text();
            }
            boolean isFinal = Modifier.isFinal(type.getModifiers());
            return isFinal ? null : Subclass.of(type, loader, answers).getConstructor().newInstance();
        }

        private String text() {
            boolean isEmpty = "true".equals(answers.get("isEmpty()"));
            int length = Integer.parseInt(answers.getOrDefault("length()", isEmpty ? "0" : "1"));
            return length < 0 || length > Values.LONGEST ? "" : "a".repeat(length);
        }

        private Object[] varied(Class<?>[] types, int variant) throws Exception {
            Object[] values = new Object[types.length];
            int rest = variant;
            for (int i = 0; i < types.length; i++) {
                if (types[i] == boolean.class) {
                    values[i] = rest % 2 == 0;
                    rest /= 2;
                } else if (types[i] == String.class) {
                    values[i] = TEXTS[rest % TEXTS.length];
                    rest /= TEXTS.length;
                } else if (types[i].isPrimitive()) {
                    values[i] = Values.number(types[i], NUMBERS[rest % NUMBERS.length]);
                    rest /= NUMBERS.length;
                } else {
                    values[i] = Values.some(types[i], loader, Values.DEEPEST - 1);
                }
            }
            return values;
        }

        private boolean fits(Object made) throws Exception {
            for (String name : classes) {
                boolean excluded = name.startsWith("!");
                if (Class.forName(excluded ? name.substring(1) : name, true, loader).isInstance(made) == excluded) {
                    return false;
                }
            }
            for (Map.Entry<String, String> answer : answers.entrySet()) {
                // What can't be asked matters to nobody: code that asks knows that it can.
                if (canAsk(made, answer.getKey()) && !answer.getValue().equals(asked(made, answer.getKey()))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean canAsk(Object made, String call) {
            String name = call.substring(0, call.length() - 2);
            for (Method method : made.getClass().getMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    return true;
                }
            }
            return false;
        }

        /** What an object answers; null if it throws. */
        private static String asked(Object made, String call) throws Exception {
            try {
                Method method = made.getClass().getMethod(call.substring(0, call.length() - 2));
                open(method.getDeclaringClass());
                method.setAccessible(true);
                Object answer = method.invoke(made);
                if (answer instanceof Enum) return ((Enum<?>) answer).name();
                if (answer instanceof Character) return String.valueOf((int) (char) answer);
                return method.getReturnType().isPrimitive() ? String.valueOf(answer) : answer == null ? "null" : "object";
            } catch (InvocationTargetException unanswered) {
                return null;
            }
        }
    }

    /** Subclasses, compiled when they are needed: they give what they are to answer, and else, where a method is abstract, zero, false and null. */
    private static final class Subclass extends ClassLoader {
        private static final String NAME = "StandIn";
        private static final Map<String, byte[]> COMPILED = new HashMap<>();
        private static volatile boolean hasCompiled;

        private Subclass(ClassLoader parent) {
            super(parent);
        }

        /** Whether anything was compiled, or is, since this was asked last. */
        static boolean hasCompiled() {
            boolean before = hasCompiled;
            hasCompiled = false;
            return before;
        }

        static Class<?> of(Class<?> type, ClassLoader loader) throws Exception {
            return of(type, loader, Map.of());
        }

        static Class<?> of(Class<?> type, ClassLoader loader, Map<String, String> answers) throws Exception {
            String key = places() + (answers.isEmpty() ? "" : answers.toString());
            String name = type.getName() + "-" + Integer.toHexString(key.hashCode());
            if (!COMPILED.containsKey(name)) {
                COMPILED.put(name, compiled(type, name, answers));
            }
            byte[] bytes = COMPILED.get(name);
            if (bytes == null) {
                throw new IllegalArgumentException("no way is known to make a " + type.getName());
            }
            return new Subclass(loader).defineClass(NAME, bytes, 0, bytes.length);
        }

        /**
         * The class file; null if there can be none, such as of a class that is not public. The next process finds it where it is,
         * should this one end.
         */
        private static byte[] compiled(Class<?> type, String name, Map<String, String> answers) throws IOException {
            Path folder = Path.of("subclasses", name).toAbsolutePath();
            Path compiled = folder.resolve(NAME + ".class");
            if (type.getCanonicalName() == null || Files.exists(compiled)) {
                return Files.exists(compiled) ? Files.readAllBytes(compiled) : null;
            }
            hasCompiled = true;
            Files.createDirectories(folder);
            Path source = Files.writeString(folder.resolve(NAME + ".java"), source(type, answers));
            List<String> options = new ArrayList<>(List.of("-proc:none", "-implicit:none", "-nowarn", "-d", folder.toString()));
            options.addAll(List.of("-cp", String.join(File.pathSeparator, places())));
            if (type.getModule().isNamed()) {
                String exported = type.getModule().getName() + "/" + type.getPackageName() + "=ALL-UNNAMED";
                options.addAll(List.of("--add-exports", exported));
            }
            options.add(source.toString());
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            int result = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, options.toArray(new String[0]));
            return result == 0 ? Files.readAllBytes(compiled) : null;
        }

        private static List<String> places() {
            List<String> places = new ArrayList<>();
            for (URL url : classPath) {
                places.add(new File(url.getPath()).getPath());
            }
            return places;
        }

        private static String source(Class<?> type, Map<String, String> answers) {
            StringBuilder source = new StringBuilder("@SuppressWarnings(\"all\") public class " + NAME + " extends ");
            source.append(type.getCanonicalName()).append(" { public " + NAME + "() throws Throwable { super(");
            source.append(given(type)).append("); }\n");
            for (Method method : overridden(type, answers)) {
                source.append(Modifier.isPublic(method.getModifiers()) ? "public " : "protected ");
                source.append(method.getReturnType().getCanonicalName()).append(' ').append(method.getName()).append('(');
                Class<?>[] types = method.getParameterTypes();
                for (int i = 0; i < types.length; i++) {
                    source.append(i == 0 ? "" : ", ").append(types[i].getCanonicalName()).append(" p").append(i);
                }
                source.append(method.getReturnType() == void.class ? ") { }\n" : ") { return ");
                String answer = types.length > 0 ? null : answers.get(method.getName() + "()");
                source.append(method.getReturnType() == void.class ? "" : given(method.getReturnType(), answer) + "; }\n");
            }
            return source.append("}\n").toString();
        }

        /** Arguments for the constructor with the fewest of them. */
        private static String given(Class<?> type) {
            Constructor<?> fewest = null;
            for (Constructor<?> maker : type.getDeclaredConstructors()) {
                boolean open = Modifier.isPublic(maker.getModifiers()) || Modifier.isProtected(maker.getModifiers());
                if (open && (fewest == null || maker.getParameterCount() < fewest.getParameterCount())) {
                    fewest = maker;
                }
            }
            StringBuilder given = new StringBuilder();
            for (Class<?> parameter : fewest == null ? new Class<?>[0] : fewest.getParameterTypes()) {
                String name = parameter.getCanonicalName();
                given.append(given.length() == 0 ? "" : ", ").append("(" + name + ") " + nothing(parameter));
            }
            return given.toString();
        }

        /** An answer as an expression: a number, a truth value, or a constant. Other objects than null are not made. */
        private static String given(Class<?> type, String answer) {
            boolean isConstant = type.isEnum() && answer != null && !answer.equals("null");
            if (isConstant) {
                return type.getCanonicalName() + "." + answer;
            }
            return type.isPrimitive() && answer != null ? "(" + type.getName() + ") " + answer : nothing(type);
        }

        private static String nothing(Class<?> type) {
            return type == boolean.class ? "false" : type.isPrimitive() ? "(" + type.getName() + ") 0" : "null";
        }

        /** What is abstract in a class, as far as nothing below implements it, and what is to give an answer. */
        private static List<Method> overridden(Class<?> type, Map<String, String> answers) {
            Map<String, Method> found = new TreeMap<>();
            for (Class<?> above = type; above != null; above = above.getSuperclass()) {
                for (Method method : above.getDeclaredMethods()) {
                    String key = method.getName() + MethodType.methodType(void.class, method.getParameterTypes());
                    found.putIfAbsent(key, method);
                }
            }
            for (Method method : type.getMethods()) {
                found.putIfAbsent(method.getName() + MethodType.methodType(void.class, method.getParameterTypes()), method);
            }
            found.values().removeIf(method -> {
                boolean isAsked = method.getParameterCount() == 0 && answers.containsKey(method.getName() + "()");
                boolean isOpen = !Modifier.isFinal(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
                return !Modifier.isAbstract(method.getModifiers()) && !(isAsked && isOpen);
            });
            return new ArrayList<>(found.values());
        }
    }
}
