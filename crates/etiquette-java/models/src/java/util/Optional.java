package java.util;

import etiquette.Shared;
import etiquette.Unknown;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A value, or none. */
public final class Optional<T> implements Shared {
    private final T value;

    private Optional(T value) {
        this.value = value;
    }

    public static <T> Optional<T> empty() {
        return new Optional<T>(null);
    }

    public static <T> Optional<T> of(T value) {
        if (value == null) throw new NullPointerException();
        return new Optional<T>(value);
    }

    public static <T> Optional<T> ofNullable(T value) {
        return new Optional<T>(value);
    }

    public Optional<T> filter(Predicate<? super T> filter) {
        if (filter == null) throw new NullPointerException();
        return isEmpty() || filter.test(value) ? this : new Optional<T>(null);
    }

    public <U> Optional<U> map(Function<? super T, ? extends U> function) {
        if (function == null) throw new NullPointerException();
        return new Optional<U>(isEmpty() ? null : function.apply(value));
    }

    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> function) {
        if (function == null) throw new NullPointerException();
        if (isEmpty()) return new Optional<U>(null);
        Optional<U> mapped = (Optional<U>) function.apply(value);
        if (mapped == null) throw new NullPointerException();
        return mapped;
    }

    public Optional<T> or(Supplier<? extends Optional<? extends T>> other) {
        if (other == null) throw new NullPointerException();
        if (isPresent()) return this;
        Optional<T> given = (Optional<T>) other.get();
        if (given == null) throw new NullPointerException();
        return given;
    }

    public T get() {
        if (isEmpty()) throw new NoSuchElementException();
        return value;
    }

    public boolean isPresent() {
        return value != null;
    }

    public boolean isEmpty() {
        return !isPresent();
    }

    public void ifPresent(Consumer<? super T> action) {
        if (isPresent()) action.accept(value);
    }

    public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
        if (isPresent()) action.accept(value);
        else otherwise.run();
    }

    public Stream<T> stream() {
        return isEmpty() ? Stream.empty() : Stream.of(value);
    }

    public T orElse(T other) {
        return isPresent() ? value : other;
    }

    public T orElseGet(Supplier<? extends T> other) {
        return isPresent() ? value : other.get();
    }

    public T orElseThrow() {
        return get();
    }

    public <X extends Throwable> T orElseThrow(Supplier<? extends X> exception) throws X {
        if (isEmpty()) throw exception.get();
        return value;
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        return other instanceof Optional && isPresent() == ((Optional<?>) other).isPresent() && (isEmpty() || Unknown.aBoolean());
    }

    public int hashCode() {
        return isEmpty() ? 0 : Unknown.anInt();
    }

    public String toString() {
        return Unknown.aString();
    }
}
