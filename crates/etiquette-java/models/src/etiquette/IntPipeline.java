package etiquette;

import java.util.IntSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A stream of numbers. */
public final class IntPipeline extends Pipeline implements IntStream {
    public IntPipeline(Spliterator.OfInt from, Supplier<? extends Spliterator.OfInt> supplier) {
        super(null, from, supplier);
    }

    IntPipeline(Pipeline before, boolean isExact) {
        super(before, true, isExact);
    }

    private static int one() {
        return Unknown.anInt();
    }

    /** Takes all from a stream, which is closed then. */
    static void takeAll(IntStream given) {
        if (given == null) return;
        given.sum();
        given.close();
    }

    public IntStream filter(IntPredicate filter) {
        require(filter);
        IntPipeline next = new IntPipeline(this, false);
        work.put((Runnable) () -> filter.test(one()));
        return next;
    }

    public IntStream map(IntUnaryOperator function) {
        require(function);
        IntPipeline next = new IntPipeline(this, true);
        work.put((Runnable) () -> function.applyAsInt(one()));
        return next;
    }

    public <R> Stream<R> mapToObj(IntFunction<? extends R> function) {
        require(function);
        ObjectPipeline<R> next = new ObjectPipeline<R>(this, false, true);
        Bag results = next.elements;
        work.put((Runnable) () -> results.put(function.apply(one())));
        return next;
    }

    public LongStream mapToLong(IntToLongFunction function) {
        require(function);
        LongPipeline next = new LongPipeline(this, true);
        work.put((Runnable) () -> function.applyAsLong(one()));
        return next;
    }

    public DoubleStream mapToDouble(IntToDoubleFunction function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, true);
        work.put((Runnable) () -> function.applyAsDouble(one()));
        return next;
    }

    public IntStream flatMap(IntFunction<? extends IntStream> function) {
        require(function);
        IntPipeline next = new IntPipeline(this, false);
        work.put((Runnable) () -> takeAll(function.apply(one())));
        return next;
    }

    public IntStream distinct() {
        return new IntPipeline(this, false);
    }

    public IntStream sorted() {
        return new IntPipeline(this, true);
    }

    public IntStream peek(IntConsumer action) {
        require(action);
        IntPipeline next = new IntPipeline(this, true);
        work.put((Runnable) () -> action.accept(one()));
        return next;
    }

    public IntStream limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        IntPipeline next = new IntPipeline(this, false);
        return next;
    }

    public IntStream skip(long first) {
        if (first < 0) throw new IllegalArgumentException();
        return first == 0 ? this : new IntPipeline(this, false);
    }

    public void forEach(IntConsumer action) {
        // The first one hands the function over to what it begins with.
        if (!isFirst() || Unknown.aBoolean()) require(action);
        int expected = end();
        require(action);
        each(expected, () -> action.accept(one()));
    }

    public void forEachOrdered(IntConsumer action) {
        forEach(action);
    }

    public int[] toArray() {
        return new int[begin(end())];
    }

    public int reduce(int identity, IntBinaryOperator operator) {
        require(operator);
        int expected = end();
        int result = identity;
        for (int left = begin(expected); left > 0; left = less(expected, left)) result = operator.applyAsInt(result, one());
        return result;
    }

    public OptionalInt reduce(IntBinaryOperator operator) {
        require(operator);
        int expected = end();
        int left = begin(expected);
        if (left == 0) return OptionalInt.empty();
        int result = one();
        for (left = less(expected, left); left > 0; left = less(expected, left)) {
            result = operator.applyAsInt(result, one());
        }
        return OptionalInt.of(result);
    }

    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        require(combiner);
        require(supplier);
        require(accumulator);
        int expected = end();
        R result = supplier.get();
        each(expected, () -> accumulator.accept(result, one()));
        return result;
    }

    private boolean hasSome() {
        return begin(end()) > 0;
    }

    public int sum() {
        return hasSome() ? one() : 0;
    }

    public OptionalInt min() {
        return hasSome() ? OptionalInt.of(one()) : OptionalInt.empty();
    }

    public OptionalInt max() {
        return min();
    }

    public long count() {
        int expected = end();
        int known = known();
        return known >= 0 && Unknown.aBoolean() ? known : begin(expected);
    }

    public OptionalDouble average() {
        return hasSome() ? OptionalDouble.of(Unknown.anInt()) : OptionalDouble.empty();
    }

    public IntSummaryStatistics summaryStatistics() {
        IntSummaryStatistics result = new IntSummaryStatistics();
        each(end(), () -> result.accept(one()));
        return result;
    }

    public boolean anyMatch(IntPredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (filter.test(one())) return true;
        }
        return false;
    }

    public boolean allMatch(IntPredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (!filter.test(one())) return false;
        }
        return true;
    }

    public boolean noneMatch(IntPredicate filter) {
        return !anyMatch(filter);
    }

    public OptionalInt findFirst() {
        return begin(end()) > 0 ? OptionalInt.of(one()) : OptionalInt.empty();
    }

    public OptionalInt findAny() {
        return findFirst();
    }

    public LongStream asLongStream() {
        return new LongPipeline(this, true);
    }

    public DoubleStream asDoubleStream() {
        return new DoublePipeline(this, true);
    }

    public Stream<Integer> boxed() {
        return mapToObj(number -> number);
    }

    public PrimitiveIterator.OfInt iterator() {
        return new Walk(this, end());
    }

    public Spliterator.OfInt spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), 0);
    }

    public IntStream sequential() {
        return this;
    }

    public IntStream parallel() {
        return this;
    }

    public IntStream unordered() {
        return Unknown.aBoolean() ? this : new IntPipeline(this, true);
    }

    public IntStream onClose(Runnable action) {
        onEnd(action);
        return this;
    }

    /** What comes out, one after another. */
    static final class Walk implements PrimitiveIterator.OfInt {
        private final IntPipeline from;
        private final int expected;
        private boolean hasBegun;
        private int left;

        Walk(IntPipeline from, int expected) {
            this.from = from;
            this.expected = expected;
        }

        public boolean hasNext() {
            if (!hasBegun) left = from.begin(expected);
            hasBegun = true;
            return left > 0;
        }

        public int nextInt() {
            if (!hasNext()) throw new NoSuchElementException();
            left = from.less(expected, left);
            return one();
        }
    }
}
