import java.lang.ref.Cleaner;

/** Registers a lambda each time it opens; the field holds one handle after another. */
public class CleanedByLambda {
    private static final Cleaner CLEANER = Cleaner.create();

    private static class Memory {
        private int[] words;

        void free() {
            words = null;
        }
    }

    private final Memory memory = new Memory();
    private Cleaner.Cleanable cleanable;

    public void open() {
        if (cleanable != null) {
            throw new IllegalStateException("open");
        }
        Memory held = memory;
        held.words = new int[8];
        cleanable = CLEANER.register(this, () -> held.free());
    }

    public int read() {
        return memory.words[0];
    }

    public void close() {
        cleanable.clean();
    }

    public void forget() {
        cleanable = null;
    }
}
