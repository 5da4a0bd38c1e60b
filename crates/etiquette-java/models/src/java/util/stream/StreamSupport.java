package java.util.stream;

import etiquette.DoublePipeline;
import etiquette.IntPipeline;
import etiquette.LongPipeline;
import etiquette.ObjectPipeline;
import java.util.Spliterator;
import java.util.function.Supplier;

/** What all streams are made with. */
public final class StreamSupport {
    private StreamSupport() {}

    private static void require(Object object) {
        if (object == null) throw new NullPointerException();
    }

    public static <T> Stream<T> stream(Spliterator<T> spliterator, boolean parallel) {
        require(spliterator);
        return new ObjectPipeline<T>(spliterator, null);
    }

    public static <T> Stream<T> stream(Supplier<? extends Spliterator<T>> supplier, int characteristics, boolean parallel) {
        require(supplier);
        return new ObjectPipeline<T>(null, supplier);
    }

    public static IntStream intStream(Spliterator.OfInt spliterator, boolean parallel) {
        require(spliterator);
        return new IntPipeline(spliterator, null);
    }

    public static IntStream intStream(Supplier<? extends Spliterator.OfInt> supplier, int characteristics, boolean parallel) {
        return new IntPipeline(null, supplier);
    }

    public static LongStream longStream(Spliterator.OfLong spliterator, boolean parallel) {
        require(spliterator);
        return new LongPipeline(spliterator, null);
    }

    public static LongStream longStream(Supplier<? extends Spliterator.OfLong> supplier, int characteristics, boolean parallel) {
        return new LongPipeline(null, supplier);
    }

    public static DoubleStream doubleStream(Spliterator.OfDouble spliterator, boolean parallel) {
        require(spliterator);
        return new DoublePipeline(spliterator, null);
    }

    public static DoubleStream doubleStream(Supplier<? extends Spliterator.OfDouble> supplier, int characteristics, boolean parallel) {
        return new DoublePipeline(null, supplier);
    }
}
