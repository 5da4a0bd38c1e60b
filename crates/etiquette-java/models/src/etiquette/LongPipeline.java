package etiquette;

import java.util.LongSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A stream of numbers. */
public final class LongPipeline extends Pipeline implements LongStream {
    public LongPipeline(Spliterator.OfLong from, Supplier<? extends Spliterator.OfLong> supplier) {
        super(null, from, supplier);
    }

    LongPipeline(Pipeline before, boolean isExact) {
        super(before, true, isExact);
    }

    private static long one() {
        return Unknown.aLong();
    }

    /** Takes all from a stream, which is closed then. */
    static void takeAll(LongStream given) {
        if (given == null) return;
        given.sum();
        given.close();
    }

    public LongStream filter(LongPredicate filter) {
        require(filter);
        LongPipeline next = new LongPipeline(this, false);
        work.put((Runnable) () -> filter.test(one()));
        return next;
    }

    public LongStream map(LongUnaryOperator function) {
        require(function);
        LongPipeline next = new LongPipeline(this, true);
        work.put((Runnable) () -> function.applyAsLong(one()));
        return next;
    }

    public <R> Stream<R> mapToObj(LongFunction<? extends R> function) {
        require(function);
        ObjectPipeline<R> next = new ObjectPipeline<R>(this, false, true);
        Bag results = next.elements;
        work.put((Runnable) () -> results.put(function.apply(one())));
        return next;
    }

    public IntStream mapToInt(LongToIntFunction function) {
        require(function);
        IntPipeline next = new IntPipeline(this, true);
        work.put((Runnable) () -> function.applyAsInt(one()));
        return next;
    }

    public DoubleStream mapToDouble(LongToDoubleFunction function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, true);
        work.put((Runnable) () -> function.applyAsDouble(one()));
        return next;
    }

    public LongStream flatMap(LongFunction<? extends LongStream> function) {
        require(function);
        LongPipeline next = new LongPipeline(this, false);
        work.put((Runnable) () -> takeAll(function.apply(one())));
        return next;
    }

    public LongStream distinct() {
        return new LongPipeline(this, false);
    }

    public LongStream sorted() {
        return new LongPipeline(this, true);
    }

    public LongStream peek(LongConsumer action) {
        require(action);
        LongPipeline next = new LongPipeline(this, true);
        work.put((Runnable) () -> action.accept(one()));
        return next;
    }

    public LongStream limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        LongPipeline next = new LongPipeline(this, false);
        return next;
    }

    public LongStream skip(long first) {
        if (first < 0) throw new IllegalArgumentException();
        return first == 0 ? this : new LongPipeline(this, false);
    }

    public void forEach(LongConsumer action) {
        // The first one hands the function over to what it begins with.
        if (!isFirst() || Unknown.aBoolean()) require(action);
        int expected = end();
        require(action);
        each(expected, () -> action.accept(one()));
    }

    public void forEachOrdered(LongConsumer action) {
        forEach(action);
    }

    public long[] toArray() {
        return new long[begin(end())];
    }

    public long reduce(long identity, LongBinaryOperator operator) {
        require(operator);
        int expected = end();
        long result = identity;
        for (int left = begin(expected); left > 0; left = less(expected, left)) result = operator.applyAsLong(result, one());
        return result;
    }

    public OptionalLong reduce(LongBinaryOperator operator) {
        require(operator);
        int expected = end();
        int left = begin(expected);
        if (left == 0) return OptionalLong.empty();
        long result = one();
        for (left = less(expected, left); left > 0; left = less(expected, left)) {
            result = operator.applyAsLong(result, one());
        }
        return OptionalLong.of(result);
    }

    public <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> combiner) {
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

    public long sum() {
        return hasSome() ? one() : 0;
    }

    public OptionalLong min() {
        return hasSome() ? OptionalLong.of(one()) : OptionalLong.empty();
    }

    public OptionalLong max() {
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

    public LongSummaryStatistics summaryStatistics() {
        LongSummaryStatistics result = new LongSummaryStatistics();
        each(end(), () -> result.accept(one()));
        return result;
    }

    public boolean anyMatch(LongPredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (filter.test(one())) return true;
        }
        return false;
    }

    public boolean allMatch(LongPredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (!filter.test(one())) return false;
        }
        return true;
    }

    public boolean noneMatch(LongPredicate filter) {
        return !anyMatch(filter);
    }

    public OptionalLong findFirst() {
        return begin(end()) > 0 ? OptionalLong.of(one()) : OptionalLong.empty();
    }

    public OptionalLong findAny() {
        return findFirst();
    }

    public DoubleStream asDoubleStream() {
        return new DoublePipeline(this, true);
    }

    public Stream<Long> boxed() {
        return mapToObj(number -> number);
    }

    public PrimitiveIterator.OfLong iterator() {
        return new Walk(this, end());
    }

    public Spliterator.OfLong spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), 0);
    }

    public LongStream sequential() {
        return this;
    }

    public LongStream parallel() {
        return this;
    }

    public LongStream unordered() {
        return Unknown.aBoolean() ? this : new LongPipeline(this, true);
    }

    public LongStream onClose(Runnable action) {
        onEnd(action);
        return this;
    }

    /** What comes out, one after another. */
    static final class Walk implements PrimitiveIterator.OfLong {
        private final LongPipeline from;
        private final int expected;
        private boolean hasBegun;
        private int left;

        Walk(LongPipeline from, int expected) {
            this.from = from;
            this.expected = expected;
        }

        public boolean hasNext() {
            if (!hasBegun) left = from.begin(expected);
            hasBegun = true;
            return left > 0;
        }

        public long nextLong() {
            if (!hasNext()) throw new NoSuchElementException();
            left = from.less(expected, left);
            return one();
        }
    }
}
