import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** One of each: what the tests of reading look for. Compiled with {@code javac -g --release 17}. */
public sealed class Sample permits Sample.Special {
    static final int LIMIT = 70000;
    static final String NAME = "sample";
    private final List<String> names = new ArrayList<>();
    private long total;

    public int pick(int key, long weight, String word) {
        switch (key) {
            case 1: return 10;
            case 2: return 20;
            case 3: return 30;
            default: break;
        }
        switch (word) {
            case "one": return 1;
            case "two": return 2;
            default: return (int) (weight + key);
        }
    }

    public synchronized void add(String name) {
        if (name == null) throw new IllegalArgumentException("null " + names.size());
        try {
            names.add(name);
            total += name.length() * 1.5;
        } catch (IllegalStateException | UnsupportedOperationException e) {
            total = -1;
        } finally {
            total++;
        }
    }

    static int counted(int[][] table) {
        int sum = 0;
        for (int[] row : table) for (int i = 0; i < row.length; i++) sum += row[i] >>> 1 ^ LIMIT;
        int[][][] cube = new int[sum][3][];
        IntSupplier supplier = () -> cube.length;
        return supplier.getAsInt();
    }

    record Point(int x, double y) {}

    static final class Special extends Sample {
        native void run();
    }
}
