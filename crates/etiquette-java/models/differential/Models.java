import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The models under other names: in packages that begin with `m.`, so that they can be run beside their classes. */
final class Models {
    private static final String PREFIX = "m.";
    private static final Set<String> ORACLES = Set.of("Unknown.java", "World.java", "Bag.java");

    private final Set<String> names = new TreeSet<>();

    static Models compiled(Path sources, Path work) throws IOException {
        Models models = new Models();
        List<Path> files = models.find(sources);
        List<String> written = new ArrayList<>();
        for (Path file : files) {
            Path to = work.resolve("src").resolve(sources.relativize(file));
            Files.createDirectories(to.getParent());
            Files.writeString(to, models.renamed(Files.readString(file), file.toString().endsWith("Pipeline.java")));
            written.add(to.toString());
        }
        List<String> options = new ArrayList<>(List.of("--release", "17", "-nowarn", "-Xlint:none", "-d", work.resolve("classes").toString()));
        options.addAll(List.of("-cp", System.getProperty("java.class.path")));
        options.addAll(written);
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(new String[0]));
        if (failed != 0) throw new IllegalStateException("the models do not compile under other names");
        URL[] classes = {work.resolve("classes").toUri().toURL()};
        models.loader = new URLClassLoader(classes, Models.class.getClassLoader());
        return models;
    }

    private ClassLoader loader;

    private List<Path> find(Path sources) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
        }
        files.removeIf(file -> ORACLES.contains(file.getFileName().toString()));
        for (Path file : files) {
            String name = sources.relativize(file).toString().replace(".java", "").replace('/', '.');
            if (name.startsWith("java.")) names.add(name);
        }
        return files;
    }

    /** The names of the classes that are modelled. */
    Set<String> names() {
        return names;
    }

    /** Streams give back what the interfaces name that they implement. */
    private String renamed(String source, boolean isStream) {
        String text = source;
        for (String name : names) if (!isStream || !name.startsWith("java.util.Optional")) text = text.replaceAll("(?<![\\w.])" + Pattern.quote(name) + "\\b", PREFIX + name);
        return text.replaceFirst("(?m)^package (java[\\w.]*);", "package " + PREFIX + "$1;\nimport $1.*;");
    }

    /** The model of a class; the class itself if it has none. */
    Class<?> of(Class<?> real) throws ClassNotFoundException {
        Class<?> outer = real;
        while (outer.getEnclosingClass() != null) outer = outer.getEnclosingClass();
        if (!names.contains(outer.getName())) return real;
        return Class.forName(PREFIX + real.getName(), false, loader);
    }
}
