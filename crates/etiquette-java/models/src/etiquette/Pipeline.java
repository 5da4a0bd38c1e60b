package etiquette;

import java.util.ConcurrentModificationException;
import java.util.Spliterator;
import java.util.function.Supplier;

/**
 * What streams have in common: whether they were used, what they begin with, and the functions that were handed over.
 * Nothing is done before an end is asked for; then all functions run, in any order and any number of times, unless there
 * is nothing to run them on. Which elements come out is not known, nor, behind a filter, how many.
 */
abstract class Pipeline {
    /** What comes out. */
    final Bag elements;
    /** What the functions do that were handed over: things to run. */
    final Bag work;
    private final Bag workers;
    /** Actions of all that belong together. */
    private final Bag handlers;
    private final Bag closers;
    /** The elements at the beginning. */
    private final Bag first;
    /** What it begins with: a collection of a model, a spliterator, or what gives one. */
    private final Watched collection;
    private final Spliterator<?> spliterator;
    private final Supplier<? extends Spliterator<?>> supplier;
    /** Whether it was not made of another one. */
    private final boolean isFirst;
    /** Whether just as many elements come out as there are at the beginning. */
    private boolean isExact;
    private boolean isUsed;
    /** Whether another one was made of it. */
    private boolean isLinked;
    private Runnable handler;

    Pipeline(Watched collection, Spliterator<?> spliterator, Supplier<? extends Spliterator<?>> supplier) {
        this.elements = new Bag();
        this.work = new Bag();
        this.workers = new Bag();
        this.workers.put(new Work(work));
        this.handlers = new Bag();
        this.closers = new Bag();
        this.closers.put(new Work(handlers));
        this.first = elements;
        this.collection = collection;
        this.spliterator = spliterator;
        this.supplier = supplier;
        this.isFirst = true;
        this.isExact = collection != null;
    }

    /** What is made of another one, which is used by that. */
    Pipeline(Pipeline before, boolean isSame, boolean isExact) {
        before.use();
        before.isLinked = true;
        this.elements = isSame ? before.elements : new Bag();
        this.work = before.work;
        this.workers = before.workers;
        this.handlers = before.handlers;
        this.closers = before.closers;
        this.first = before.first;
        this.collection = before.collection;
        this.spliterator = before.spliterator;
        this.supplier = before.supplier;
        this.isFirst = false;
        this.isExact = isExact && before.isExact;
    }

    static void require(Object function) {
        if (function == null) throw new NullPointerException();
    }

    private void use() {
        if (isUsed) throw new IllegalStateException();
        isUsed = true;
    }

    final boolean isFirst() {
        return isFirst;
    }

    /** The end is asked for. Says how often the collection was changed. */
    final int end() {
        use();
        if (collection != null) return collection.changed();
        if (isFirst && spliterator == null && supplier == null) throw new IllegalStateException();
        return 0;
    }

    /** One element is taken, and some of what is to be done is. */
    private void goOn() {
        if (collection != null) first.put(collection.some());
        else given().tryAdvance(first::put);
        Work.some(workers);
    }

    private Spliterator<?> given() {
        if (spliterator != null) return spliterator;
        if (supplier == null) throw new IllegalStateException();
        return supplier.get();
    }

    private boolean isChanged(int expected) {
        return collection != null && expected != collection.changed();
    }

    /** How many are left if it was changed while it was looked at: most notice. */
    private int changed() {
        if (Unknown.aBoolean()) throw new ConcurrentModificationException();
        return Unknown.below(Integer.MAX_VALUE);
    }

    /** How many come out. */
    final int begin(int expected) {
        int size = collection == null ? 1 : collection.size();
        if (size == 0) return 0;
        goOn();
        if (isChanged(expected)) return changed();
        return isExact ? size : Unknown.below(Integer.MAX_VALUE);
    }

    /** How many are left behind one that came out. */
    final int less(int expected, int left) {
        goOn();
        return isChanged(expected) ? changed() : left - 1;
    }

    /** Does something with all that come out. */
    final void each(int expected, Runnable action) {
        if (collection == null && Unknown.aBoolean()) {
            given().forEachRemaining(element -> {
                first.put(element);
                Work.some(workers);
                while (Unknown.aBoolean()) action.run();
            });
            return;
        }
        for (int left = begin(expected); left > 0; left = less(expected, left)) action.run();
    }

    /** How many there are at the end, if that is known before; otherwise -1. */
    final int known() {
        return isExact ? collection.size() : -1;
    }

    public final boolean isParallel() {
        return Unknown.aBoolean();
    }

    final void onEnd(Runnable action) {
        if (isUsed) throw new IllegalStateException();
        require(action);
        if (handler == null) handler = action;
        handlers.put(action);
    }

    /**
     * What was made of it fails at its end, if that was not asked for yet, but knows nothing of this one: so whether
     * closing it fails is left open.
     */
    public final void close() {
        if (isLinked && Unknown.aBoolean()) throw new IllegalStateException();
        boolean isAlone = isFirst && !isLinked;
        Runnable action = handler;
        isUsed = true;
        handler = null;
        try {
            if (action != null) action.run();
        } finally {
            if (!isAlone || action != null) Work.some(closers);
        }
    }
}
