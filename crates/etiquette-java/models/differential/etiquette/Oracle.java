package etiquette;

import java.util.ArrayList;
import java.util.List;

/** All ways in which a model may choose, one after another: depth first. */
public final class Oracle {
    /** A model that does not return. */
    public static final class Never extends Error {}

    /** In one call, no more choices are tried than these. */
    private static final int MOST_IN_A_CALL = 10;

    private final List<Integer> taken = new ArrayList<>();
    private final List<Integer> options = new ArrayList<>();
    private int next;
    private int inThisCall;
    private boolean leftOut;
    /** What the next number may be, apart from small ones. */
    private long hint;

    static Oracle current = new Oracle();

    public static Oracle begin() {
        current = new Oracle();
        return current;
    }

    public void nextCall(long hint) {
        inThisCall = 0;
        this.hint = hint;
    }

    /** Whether something was not tried because there was too much of it. */
    public boolean hasLeftOut() {
        return leftOut;
    }

    /** Goes on to the next way; false if there is none. */
    public boolean advance() {
        int last = next - 1;
        while (last >= 0 && taken.get(last) + 1 >= options.get(last)) last--;
        if (last < 0) return false;
        taken.set(last, taken.get(last) + 1);
        taken.subList(last + 1, taken.size()).clear();
        options.subList(last + 1, options.size()).clear();
        next = 0;
        inThisCall = 0;
        return true;
    }

    int choose(int many) {
        if (++inThisCall > MOST_IN_A_CALL && many > 1) {
            leftOut = true;
            many = 1;
        }
        if (next == taken.size()) {
            taken.add(0);
            options.add(many);
        }
        return taken.get(next++);
    }

    /** The smallest ones, and the one that it may have to be. */
    int below(int limit) {
        int small = Math.min(limit, 12);
        long next = Math.max(hint, small);
        int near = (int) Math.max(0, Math.min(2, limit - next));
        int chosen = choose(small + near);
        return chosen < small ? chosen : (int) next + chosen - small;
    }

    long number() {
        long[] numbers = {hint, 0, 1, 2, -1};
        return numbers[choose(numbers.length)];
    }
}
