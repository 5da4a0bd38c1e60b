import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The same random calls on a class and on its model: whatever the class does, the model must be able to do, in one of the
 * ways in which it may choose. The models are compiled under other names first, m.java.util.ArrayList.
 *
 * <p>Arguments: the folder with the sources of the models, a working folder, how many words for each class, and names of
 * classes, otherwise all.
 */
public final class Differential {
    /** Calls in a word. */
    private static final int LENGTH = 7;
    /** Ways of the model that are tried for a word. */
    private static final int MOST_WAYS = 4000;

    private final Class<?> real;
    private final Models models;
    private int agreed;
    private int undecided;
    private String contradiction;
    private final List<String> blamed = new ArrayList<>();

    private Differential(Class<?> real, Models models) {
        this.real = real;
        this.models = models;
    }

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        Models models = Models.compiled(Path.of(args[0]), Path.of(args[1]));
        int words = Integer.parseInt(args[2]);
        List<String> chosen = List.of(args).subList(3, args.length);
        int wrong = 0;
        for (String name : models.names()) {
            if (!chosen.isEmpty() && !chosen.contains(name)) continue;
            Differential differential = new Differential(Class.forName(name), models);
            differential.play(words);
            wrong += differential.report();
        }
        System.exit(wrong == 0 ? 0 : 1);
    }

    private boolean canBeMade() {
        return Modifier.isPublic(real.getModifiers()) && !Word.makers(real).isEmpty();
    }

    private void play(int words) throws Exception {
        if (!canBeMade()) return;
        for (int seed = 0; seed < words && contradiction == null; seed++) play(new Word(real, seed, LENGTH));
    }

    /** Runs a word on the class, then on the model until it does the same. */
    private void play(Word word) throws Exception {
        List<String> expected = word.run(new Side(null), call -> {});
        etiquette.Oracle oracle = etiquette.Oracle.begin();
        int farthest = 0;
        String differs = null;
        for (int way = 0; way < MOST_WAYS; way++) {
            int[] at = {0};
            List<String> seen = word.follow(new Side(models), expected, call -> {
                at[0] = call;
                oracle.nextCall(Word.hint(expected, call));
            });
            if (seen.equals(expected)) {
                agreed++;
                return;
            }
            if (differs == null || at[0] >= farthest) differs = seen.get(seen.size() - 1);
            farthest = Math.max(farthest, at[0]);
            if (!oracle.advance()) {
                if (oracle.hasLeftOut()) break;
                contradiction = word.shown(expected, farthest) + "    the model: " + differs;
                return;
            }
        }
        undecided++;
        if (blamed.size() < 3) blamed.add(word.shown(expected, farthest) + "    the model: " + differs);
    }

    private int report() {
        if (!canBeMade()) {
            System.out.println(real.getName() + ": no object of it can be made");
            return 0;
        }
        System.out.println(real.getName() + ": " + agreed + " agreed, " + undecided + " undecided");
        if (System.getenv("BLAME") != null) blamed.forEach(System.out::println);
        if (contradiction != null) System.out.println("  CONTRADICTED\n" + contradiction);
        return contradiction == null ? 0 : 1;
    }
}
