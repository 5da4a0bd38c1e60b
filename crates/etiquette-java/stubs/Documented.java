import com.sun.source.doctree.*;
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;
import javax.lang.model.element.Modifier;
import javax.tools.*;

/**
 * Writes `documented.txt`: the unchecked exceptions that the documentation of the JDK's public classes names, method by
 * method. Run it with the JDK whose sources it reads:
 *
 *     java Documented.java path/to/src.zip > documented.txt
 */
public class Documented {
    private static final Set<String> MODULES = Set.of("java.base", "java.logging", "java.sql");

    public static void main(String[] arguments) throws IOException {
        SortedMap<String, SortedMap<String, SortedSet<String>>> found = new TreeMap<>();
        SortedSet<String> packages = new TreeSet<>();
        try (ZipFile sources = new ZipFile(arguments[0])) {
            List<JavaFileObject> files = sources.stream().filter(Documented::isPublished)
                .map(entry -> source(sources, entry)).collect(Collectors.toList());
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            JavacTask task = (JavacTask) compiler.getTask(null, null, problem -> { }, List.of("-proc:none"), null, files);
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                if (unit.getPackageName() == null) continue;
                packages.add(unit.getPackageName().toString());
                new Reader(docs, unit, found).scan(new TreePath(unit), null);
            }
        }
        System.out.println("# The unchecked exceptions that the documentation of public classes names, by method and number of parameters.");
        System.out.println("# Made by Documented.java; `*` stands for whatever the caller hands in. Where a method is not listed, none is named.");
        packages.forEach(name -> System.out.println("package " + name));
        found.forEach((type, methods) -> System.out.println(type + " " + methods.entrySet().stream()
            .map(method -> method.getKey() + " " + String.join(" ", method.getValue())).collect(Collectors.joining("; "))));
    }

    private static boolean isPublished(ZipEntry entry) {
        String name = entry.getName();
        String module = name.substring(0, Math.max(0, name.indexOf('/')));
        return MODULES.contains(module) && name.endsWith(".java") && !name.endsWith("-info.java")
            && (name.startsWith(module + "/java/") || name.startsWith(module + "/javax/"));
    }

    private static JavaFileObject source(ZipFile sources, ZipEntry entry) {
        return new SimpleJavaFileObject(URI.create("string:///" + entry.getName()), JavaFileObject.Kind.SOURCE) {
            @Override public CharSequence getCharContent(boolean ignoreErrors) throws IOException {
                return new String(sources.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
            }
        };
    }

    /** Goes through the public classes of a file. */
    private static final class Reader extends TreePathScanner<Void, Void> {
        private final DocTrees docs;
        private final CompilationUnitTree unit;
        private final SortedMap<String, SortedMap<String, SortedSet<String>>> found;
        private final Deque<String> names = new ArrayDeque<>();
        private final Deque<ClassTree> classes = new ArrayDeque<>();

        Reader(DocTrees docs, CompilationUnitTree unit, SortedMap<String, SortedMap<String, SortedSet<String>>> found) {
            this.docs = docs;
            this.unit = unit;
            this.found = found;
        }

        @Override public Void visitClass(ClassTree tree, Void nothing) {
            Set<Modifier> flags = tree.getModifiers().getFlags();
            boolean isInInterface = !classes.isEmpty() && classes.peek().getKind() == Tree.Kind.INTERFACE;
            if (!isInInterface && !flags.contains(Modifier.PUBLIC) && !flags.contains(Modifier.PROTECTED)) return null;
            String outer = names.isEmpty() ? unit.getPackageName() + "." : names.peek() + "$";
            names.push(outer + tree.getSimpleName());
            classes.push(tree);
            super.visitClass(tree, nothing);
            classes.pop();
            names.pop();
            return null;
        }

        @Override public Void visitMethod(MethodTree tree, Void nothing) {
            Set<Modifier> flags = tree.getModifiers().getFlags();
            boolean isInInterface = classes.peek().getKind() == Tree.Kind.INTERFACE;
            DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
            if (comment == null || !isInInterface && !flags.contains(Modifier.PUBLIC) && !flags.contains(Modifier.PROTECTED)) {
                return null;
            }
            SortedSet<String> thrown = new TreeSet<>();
            for (DocTree tag : comment.getBlockTags()) {
                if (!(tag instanceof ThrowsTree)) continue;
                String name = ((ThrowsTree) tag).getExceptionName().toString();
                name = name.substring(name.lastIndexOf('.') + 1);
                thrown.add(name.length() <= 2 ? "*" : name);
            }
            if (!thrown.isEmpty()) {
                String key = tree.getName() + "/" + tree.getParameters().size();
                found.computeIfAbsent(names.peek(), type -> new TreeMap<>()).computeIfAbsent(key, method -> new TreeSet<>()).addAll(thrown);
            }
            return null;
        }
    }
}
