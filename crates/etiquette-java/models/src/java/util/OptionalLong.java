package java.util;

import etiquette.Shared;
import etiquette.Unknown;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** A value, or none. */
public final class OptionalLong implements Shared {
    private final boolean isPresent;
    private final long value;

    private OptionalLong(boolean isPresent, long value) {
        this.isPresent = isPresent;
        this.value = value;
    }

    public static OptionalLong empty() {
        return new OptionalLong(false, 0);
    }

    public static OptionalLong of(long value) {
        return new OptionalLong(true, value);
    }

    public long getAsLong() {
        if (isEmpty()) throw new NoSuchElementException();
        return value;
    }

    public boolean isPresent() {
        return isPresent;
    }

    public boolean isEmpty() {
        return !isPresent();
    }

    public void ifPresent(LongConsumer action) {
        if (isPresent()) action.accept(value);
    }

    public void ifPresentOrElse(LongConsumer action, Runnable otherwise) {
        if (isPresent()) action.accept(value);
        else otherwise.run();
    }

    public LongStream stream() {
        return isEmpty() ? LongStream.empty() : LongStream.of(value);
    }

    public long orElse(long other) {
        return isPresent() ? value : other;
    }

    public long orElseGet(LongSupplier other) {
        return isPresent() ? value : other.getAsLong();
    }

    public long orElseThrow() {
        return getAsLong();
    }

    public <X extends Throwable> long orElseThrow(Supplier<? extends X> exception) throws X {
        if (isEmpty()) throw exception.get();
        return value;
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        return other instanceof OptionalLong && isPresent() == ((OptionalLong) other).isPresent() && (isEmpty() || Unknown.aBoolean());
    }

    public int hashCode() {
        return isEmpty() ? 0 : Unknown.anInt();
    }

    public String toString() {
        return Unknown.aString();
    }
}
