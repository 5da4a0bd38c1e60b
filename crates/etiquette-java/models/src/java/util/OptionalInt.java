package java.util;

import etiquette.Shared;
import etiquette.Unknown;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A value, or none. */
public final class OptionalInt implements Shared {
    private final boolean isPresent;
    private final int value;

    private OptionalInt(boolean isPresent, int value) {
        this.isPresent = isPresent;
        this.value = value;
    }

    public static OptionalInt empty() {
        return new OptionalInt(false, 0);
    }

    public static OptionalInt of(int value) {
        return new OptionalInt(true, value);
    }

    public int getAsInt() {
        if (isEmpty()) throw new NoSuchElementException();
        return value;
    }

    public boolean isPresent() {
        return isPresent;
    }

    public boolean isEmpty() {
        return !isPresent();
    }

    public void ifPresent(IntConsumer action) {
        if (isPresent()) action.accept(value);
    }

    public void ifPresentOrElse(IntConsumer action, Runnable otherwise) {
        if (isPresent()) action.accept(value);
        else otherwise.run();
    }

    public IntStream stream() {
        return isEmpty() ? IntStream.empty() : IntStream.of(value);
    }

    public int orElse(int other) {
        return isPresent() ? value : other;
    }

    public int orElseGet(IntSupplier other) {
        return isPresent() ? value : other.getAsInt();
    }

    public int orElseThrow() {
        return getAsInt();
    }

    public <X extends Throwable> int orElseThrow(Supplier<? extends X> exception) throws X {
        if (isEmpty()) throw exception.get();
        return value;
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        return other instanceof OptionalInt && isPresent() == ((OptionalInt) other).isPresent() && (isEmpty() || Unknown.aBoolean());
    }

    public int hashCode() {
        return isEmpty() ? 0 : Unknown.anInt();
    }

    public String toString() {
        return Unknown.aString();
    }
}
