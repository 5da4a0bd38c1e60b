import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what a program can see of some classes of the JDK, without their code: `java Skeletons.java LIST FOLDER`. These
 * stand in for the classes where there is no JDK.
 */
public class Skeletons {
    public static void main(String[] arguments) throws Exception {
        for (String name : Files.readAllLines(Path.of(arguments[0]))) {
            if (!name.isBlank() && !name.startsWith("#")) write(Class.forName(name), Path.of(arguments[1]));
        }
    }

    private static void write(Class<?> type, Path folder) throws IOException {
        Path file = folder.resolve(type.getName().replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package " + type.getPackageName() + ";\n\n" + declaration(type));
    }

    private static String declaration(Class<?> type) {
        List<String> lines = new ArrayList<>();
        lines.add(head(type) + " {");
        for (Field field : sorted(type.getDeclaredFields())) lines.add(field(field));
        for (Constructor<?> constructor : sorted(type.getDeclaredConstructors())) lines.add(constructor(constructor));
        for (Method method : sorted(type.getDeclaredMethods())) lines.add(method(method));
        for (Class<?> nested : nested(type)) lines.add(declaration(nested));
        lines.add("}");
        return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n")) + "\n";
    }

    private static String head(Class<?> type) {
        int shown = type.getModifiers() & ~Modifier.INTERFACE;
        if (type.isInterface()) shown &= ~Modifier.ABSTRACT;
        String kind = type.isInterface() ? "interface " : "class ";
        Class<?> above = type.getSuperclass();
        String extended = above == null || above == Object.class ? "" : " extends " + name(above);
        String interfaces = Stream.of(type.getInterfaces()).map(Skeletons::name).collect(Collectors.joining(", "));
        String word = type.isInterface() ? " extends " : " implements ";
        return Modifier.toString(shown) + " " + kind + type.getSimpleName() + extended + (interfaces.isEmpty() ? "" : word + interfaces);
    }

    private static <T extends java.lang.reflect.Member> List<T> sorted(T[] members) {
        return Stream.of(members)
                .filter(member -> isSeen(member.getModifiers()) && !member.isSynthetic())
                .sorted(Comparator.comparing(Object::toString))
                .collect(Collectors.toList());
    }

    private static List<Class<?>> nested(Class<?> type) {
        return Stream.of(type.getDeclaredClasses())
                .filter(nested -> nested.isInterface() && isSeen(nested.getModifiers()))
                .sorted(Comparator.comparing(Class::getName))
                .collect(Collectors.toList());
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** A static constant has the value of its type that is nothing. */
    private static String field(Field field) {
        boolean isConstant = Modifier.isFinal(field.getModifiers());
        String nothing = field.getType() == boolean.class ? "false" : field.getType().isPrimitive() ? "0" : "null";
        return Modifier.toString(field.getModifiers()) + " " + name(field.getType()) + " " + field.getName() + (isConstant ? " = " + nothing : "") + ";";
    }

    private static String constructor(Constructor<?> constructor) {
        String head = Modifier.toString(constructor.getModifiers()) + " " + constructor.getDeclaringClass().getSimpleName();
        return head + parameters(constructor) + " {}";
    }

    private static String method(Method method) {
        boolean isInterface = method.getDeclaringClass().isInterface();
        boolean isAbstract = Modifier.isAbstract(method.getModifiers());
        int shown = method.getModifiers() & ~(Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.TRANSIENT | Modifier.VOLATILE);
        String head = Modifier.toString(shown) + (isAbstract || isInterface ? " " : " native ");
        String body = isInterface && !isAbstract ? " { throw null; }" : ";";
        if (method.isDefault()) head = "default " + head;
        return head + name(method.getReturnType()) + " " + method.getName() + parameters(method) + body;
    }

    private static String parameters(Executable code) {
        Class<?>[] types = code.getParameterTypes();
        List<String> written = new ArrayList<>();
        for (int i = 0; i < types.length; i++) written.add(name(types[i]) + " p" + i);
        String thrown = Stream.of(code.getExceptionTypes()).map(Skeletons::name).collect(Collectors.joining(", "));
        return "(" + String.join(", ", written) + ")" + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String name(Class<?> type) {
        return type.getCanonicalName();
    }
}
