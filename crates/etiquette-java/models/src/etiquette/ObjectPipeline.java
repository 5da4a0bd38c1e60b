package etiquette;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A stream of objects. */
public final class ObjectPipeline<T> extends Pipeline implements Stream<T> {
    ObjectPipeline(Watched from) {
        super(from, null, null);
    }

    public ObjectPipeline(Spliterator<? extends T> from, Supplier<? extends Spliterator<? extends T>> supplier) {
        super(null, from, supplier);
    }

    ObjectPipeline(Pipeline before, boolean isSame, boolean isExact) {
        super(before, isSame, isExact);
    }

    private T one() {
        return (T) elements.take();
    }

    public Stream<T> filter(Predicate<? super T> filter) {
        require(filter);
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, false);
        Bag given = elements;
        work.put((Runnable) () -> filter.test((T) given.take()));
        return next;
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> function) {
        require(function);
        ObjectPipeline<R> next = new ObjectPipeline<R>(this, false, true);
        Bag given = elements;
        Bag results = next.elements;
        work.put((Runnable) () -> results.put(function.apply((T) given.take())));
        return next;
    }

    public IntStream mapToInt(ToIntFunction<? super T> function) {
        require(function);
        IntPipeline next = new IntPipeline(this, true);
        Bag given = elements;
        work.put((Runnable) () -> function.applyAsInt((T) given.take()));
        return next;
    }

    public LongStream mapToLong(ToLongFunction<? super T> function) {
        require(function);
        LongPipeline next = new LongPipeline(this, true);
        Bag given = elements;
        work.put((Runnable) () -> function.applyAsLong((T) given.take()));
        return next;
    }

    public DoubleStream mapToDouble(ToDoubleFunction<? super T> function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, true);
        Bag given = elements;
        work.put((Runnable) () -> function.applyAsDouble((T) given.take()));
        return next;
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        require(function);
        ObjectPipeline<R> next = new ObjectPipeline<R>(this, false, false);
        Bag given = elements;
        Bag results = next.elements;
        work.put((Runnable) () -> keepAll(results, function.apply((T) given.take())));
        return next;
    }

    /** Takes all from a stream, which is closed then. */
    private static void keepAll(Bag results, Stream<?> given) {
        if (given == null) return;
        given.forEach(results::put);
        given.close();
    }

    public IntStream flatMapToInt(Function<? super T, ? extends IntStream> function) {
        require(function);
        IntPipeline next = new IntPipeline(this, false);
        Bag given = elements;
        work.put((Runnable) () -> IntPipeline.takeAll(function.apply((T) given.take())));
        return next;
    }

    public LongStream flatMapToLong(Function<? super T, ? extends LongStream> function) {
        require(function);
        LongPipeline next = new LongPipeline(this, false);
        Bag given = elements;
        work.put((Runnable) () -> LongPipeline.takeAll(function.apply((T) given.take())));
        return next;
    }

    public DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> function) {
        require(function);
        DoublePipeline next = new DoublePipeline(this, false);
        Bag given = elements;
        work.put((Runnable) () -> DoublePipeline.takeAll(function.apply((T) given.take())));
        return next;
    }

    public Stream<T> distinct() {
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, false);
        Bag given = elements;
        work.put((Runnable) () -> meet(given));
        return next;
    }

    private static void meet(Bag elements) {
        Object element = elements.take();
        if (element == null) return;
        element.hashCode();
        element.equals(elements.take());
    }

    public Stream<T> sorted() {
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, true);
        Bag given = elements;
        work.put((Runnable) () -> ((Comparable<Object>) given.take()).compareTo(given.take()));
        return next;
    }

    public Stream<T> sorted(Comparator<? super T> order) {
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, true);
        require(order);
        Bag given = elements;
        work.put((Runnable) () -> order.compare((T) given.take(), (T) given.take()));
        return next;
    }

    public Stream<T> peek(Consumer<? super T> action) {
        require(action);
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, true);
        Bag given = elements;
        work.put((Runnable) () -> action.accept((T) given.take()));
        return next;
    }

    public Stream<T> limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, false);
        return next;
    }

    public Stream<T> skip(long first) {
        if (first < 0) throw new IllegalArgumentException();
        if (first == 0) return this;
        ObjectPipeline<T> next = new ObjectPipeline<T>(this, true, false);
                return next;
    }

    public void forEach(Consumer<? super T> action) {
        // The first one hands the function over to what it begins with.
        if (!isFirst() || Unknown.aBoolean()) require(action);
        int expected = end();
        require(action);
        each(expected, () -> action.accept(one()));
    }

    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    public Object[] toArray() {
        Object[] all = new Object[begin(end())];
        elements.takeAll(all);
        return all;
    }

    public <A> A[] toArray(IntFunction<A[]> make) {
        int expected = end();
        int known = known();
        A[] early = known >= 0 ? make.apply(known) : null;
        int number = begin(expected);
        A[] all = early == null ? make.apply(number) : early;
        if (all.length != number) refuse();
        elements.takeAll(all);
        return all;
    }

    private static void refuse() {
        if (Unknown.aBoolean()) throw new IllegalStateException();
        if (Unknown.aBoolean()) throw new IndexOutOfBoundsException();
    }

    public T reduce(T identity, BinaryOperator<T> operator) {
        require(operator);
        int expected = end();
        Bag results = new Bag();
        results.put(identity);
        T result = identity;
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            result = operator.apply((T) results.take(), one());
            results.put(result);
        }
        return result;
    }

    public Optional<T> reduce(BinaryOperator<T> operator) {
        require(operator);
        int expected = end();
        int left = begin(expected);
        if (left == 0) return Optional.empty();
        T result = one();
        for (left = less(expected, left); left > 0; left = less(expected, left)) {
            result = operator.apply(one(), one());
            elements.put(result);
        }
        return Optional.of(result);
    }

    public <U> U reduce(U identity, BiFunction<U, ? super T, U> function, BinaryOperator<U> combiner) {
        require(function);
        require(combiner);
        int expected = end();
        Bag results = new Bag();
        results.put(identity);
        U result = identity;
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            result = function.apply((U) results.take(), one());
            results.put(result);
        }
        return result;
    }

    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> combiner) {
        require(supplier);
        require(accumulator);
        require(combiner);
        int expected = end();
        R result = supplier.get();
        each(expected, () -> accumulator.accept(result, one()));
        return result;
    }

    public <R, A> R collect(Collector<? super T, A, R> collector) {
        require(collector);
        Supplier<A> supplier = collector.supplier();
        BiConsumer<A, ? super T> accumulator = collector.accumulator();
        collector.combiner();
        int expected = end();
        A container = supplier.get();
        each(expected, () -> accumulator.accept(container, one()));
        if (collector.characteristics().contains(Collector.Characteristics.IDENTITY_FINISH)) return (R) container;
        return collector.finisher().apply(container);
    }

    public Optional<T> min(Comparator<? super T> order) {
        require(order);
        int expected = end();
        int left = begin(expected);
        if (left == 0) return Optional.empty();
        for (left = less(expected, left); left > 0; left = less(expected, left)) {
            order.compare(one(), one());
        }
        return Optional.of(one());
    }

    public Optional<T> max(Comparator<? super T> order) {
        return min(order);
    }

    public long count() {
        int expected = end();
        int known = known();
        return known >= 0 && Unknown.aBoolean() ? known : begin(expected);
    }

    public boolean anyMatch(Predicate<? super T> filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (filter.test(one())) return true;
        }
        return false;
    }

    public boolean allMatch(Predicate<? super T> filter) {
        require(filter);
        int expected = end();
        for (int left = begin(expected); left > 0; left = less(expected, left)) {
            if (!filter.test(one())) return false;
        }
        return true;
    }

    public boolean noneMatch(Predicate<? super T> filter) {
        return !anyMatch(filter);
    }

    public Optional<T> findFirst() {
        return begin(end()) > 0 ? Optional.of(one()) : Optional.empty();
    }

    public Optional<T> findAny() {
        return findFirst();
    }

    public Iterator<T> iterator() {
        return new Walk<T>(this, end());
    }

    public Spliterator<T> spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), 0);
    }

    public Stream<T> sequential() {
        return this;
    }

    public Stream<T> parallel() {
        return this;
    }

    public Stream<T> unordered() {
        return Unknown.aBoolean() ? this : new ObjectPipeline<T>(this, true, true);
    }

    public Stream<T> onClose(Runnable action) {
        onEnd(action);
        return this;
    }

    /** What comes out, one after another. */
    static final class Walk<T> implements Iterator<T> {
        private final ObjectPipeline<T> from;
        private final int expected;
        private boolean hasBegun;
        private int left;

        Walk(ObjectPipeline<T> from, int expected) {
            this.from = from;
            this.expected = expected;
        }

        public boolean hasNext() {
            if (!hasBegun) left = from.begin(expected);
            hasBegun = true;
            return left > 0;
        }

        public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            left = from.less(expected, left);
            return from.one();
        }
    }
}
