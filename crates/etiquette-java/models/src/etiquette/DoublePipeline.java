package etiquette;

import java.util.DoubleSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A stream of numbers. */
public final class DoublePipeline extends Pipeline implements DoubleStream {
    public DoublePipeline(Spliterator.OfDouble from, Supplier<? extends Spliterator.OfDouble> supplier) {
        super(null, from, supplier);
    }

    DoublePipeline(Pipeline before, boolean isExact) {
        super(before, true, isExact);
    }

    private static double one() {
        return Unknown.anInt() / 2.0;
    }

    /** Takes all from a stream, which is closed then. */
    static void takeAll(DoubleStream given) {
        if (given == null) return;
        given.sum();
        given.close();
    }

    public DoubleStream filter(DoublePredicate filter) {
        require(filter);
        DoublePipeline next = new DoublePipeline(this, false);
        work.put((Runnable) () -> filter.test(one()));
        return next;
    }

    public DoubleStream map(DoubleUnaryOperator function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, true);
        work.put((Runnable) () -> function.applyAsDouble(one()));
        return next;
    }

    public <R> Stream<R> mapToObj(DoubleFunction<? extends R> function) {
        require(function);
        ObjectPipeline<R> next = new ObjectPipeline<R>(this, false, true);
        Bag results = next.elements;
        work.put((Runnable) () -> results.put(function.apply(one())));
        return next;
    }

    public IntStream mapToInt(DoubleToIntFunction function) {
        require(function);
        IntPipeline next = new IntPipeline(this, true);
        work.put((Runnable) () -> function.applyAsInt(one()));
        return next;
    }

    public LongStream mapToLong(DoubleToLongFunction function) {
        require(function);
        LongPipeline next = new LongPipeline(this, true);
        work.put((Runnable) () -> function.applyAsLong(one()));
        return next;
    }

    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, false);
        work.put((Runnable) () -> takeAll(function.apply(one())));
        return next;
    }

    public DoubleStream distinct() {
        return new DoublePipeline(this, false);
    }

    public DoubleStream sorted() {
        return new DoublePipeline(this, true);
    }

    public DoubleStream peek(DoubleConsumer action) {
        require(action);
        DoublePipeline next = new DoublePipeline(this, true);
        work.put((Runnable) () -> action.accept(one()));
        return next;
    }

    public DoubleStream limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        DoublePipeline next = new DoublePipeline(this, false);
        return next;
    }

    public DoubleStream skip(long first) {
        if (first < 0) throw new IllegalArgumentException();
        return first == 0 ? this : new DoublePipeline(this, false);
    }

    public void forEach(DoubleConsumer action) {
        // The first one hands the function over to what it begins with.
        if (!isFirst() || Unknown.aBoolean()) require(action);
        int expected = end();
        require(action);
        each(expected, () -> action.accept(one()));
    }

    public void forEachOrdered(DoubleConsumer action) {
        forEach(action);
    }

    public double[] toArray() {
        return new double[begin(end())];
    }

    public double reduce(double identity, DoubleBinaryOperator operator) {
        require(operator);
        int expected = end();
        double result = identity;
        for (int left = begin(expected); left > 0; left = less(expected, left)) result = operator.applyAsDouble(result, one());
        return result;
    }

    public OptionalDouble reduce(DoubleBinaryOperator operator) {
        require(operator);
        int expected = end();
        int left = begin(expected);
        if (left == 0) return OptionalDouble.empty();
        double result = one();
        for (left = less(expected, left); left > 0; left = less(expected, left)) {
            result = operator.applyAsDouble(result, one());
        }
        return OptionalDouble.of(result);
    }

    public <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> combiner) {
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

    public double sum() {
        return hasSome() ? one() : 0;
    }

    public OptionalDouble min() {
        return hasSome() ? OptionalDouble.of(one()) : OptionalDouble.empty();
    }

    public OptionalDouble max() {
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

    public DoubleSummaryStatistics summaryStatistics() {
        DoubleSummaryStatistics result = new DoubleSummaryStatistics();
        each(end(), () -> result.accept(one()));
        return result;
    }

    public boolean anyMatch(DoublePredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (filter.test(one())) return true;
        }
        return false;
    }

    public boolean allMatch(DoublePredicate filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (!filter.test(one())) return false;
        }
        return true;
    }

    public boolean noneMatch(DoublePredicate filter) {
        return !anyMatch(filter);
    }

    public OptionalDouble findFirst() {
        return begin(end()) > 0 ? OptionalDouble.of(one()) : OptionalDouble.empty();
    }

    public OptionalDouble findAny() {
        return findFirst();
    }

    public Stream<Double> boxed() {
        return mapToObj(number -> number);
    }

    public PrimitiveIterator.OfDouble iterator() {
        return new Walk(this, end());
    }

    public Spliterator.OfDouble spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), 0);
    }

    public DoubleStream sequential() {
        return this;
    }

    public DoubleStream parallel() {
        return this;
    }

    public DoubleStream unordered() {
        return Unknown.aBoolean() ? this : new DoublePipeline(this, true);
    }

    public DoubleStream onClose(Runnable action) {
        onEnd(action);
        return this;
    }

    /** What comes out, one after another. */
    static final class Walk implements PrimitiveIterator.OfDouble {
        private final DoublePipeline from;
        private final int expected;
        private boolean hasBegun;
        private int left;

        Walk(DoublePipeline from, int expected) {
            this.from = from;
            this.expected = expected;
        }

        public boolean hasNext() {
            if (!hasBegun) left = from.begin(expected);
            hasBegun = true;
            return left > 0;
        }

        public double nextDouble() {
            if (!hasNext()) throw new NoSuchElementException();
            left = from.less(expected, left);
            return one();
        }
    }
}
