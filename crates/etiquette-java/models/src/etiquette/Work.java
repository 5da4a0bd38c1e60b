package etiquette;

/**
 * Runs some of the functions in a bag, in any order. It is kept in a bag itself, so that what it does is known from its
 * code alone: that it comes to an end need not be proved.
 */
final class Work {
    private final Bag parts;

    Work(Bag parts) {
        this.parts = parts;
    }

    static void some(Bag kept) {
        Work work = (Work) kept.take();
        if (work != null) work.run();
    }

    private void run() {
        while (Unknown.aBoolean()) one();
    }

    private void one() {
        Runnable part = (Runnable) parts.take();
        if (part != null) part.run();
    }
}
