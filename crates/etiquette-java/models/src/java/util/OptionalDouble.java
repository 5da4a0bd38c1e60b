package java.util;

import etiquette.Shared;
import etiquette.Unknown;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/** A value, or none. */
public final class OptionalDouble implements Shared {
    private final boolean isPresent;
    private final double value;

    private OptionalDouble(boolean isPresent, double value) {
        this.isPresent = isPresent;
        this.value = value;
    }

    public static OptionalDouble empty() {
        return new OptionalDouble(false, 0);
    }

    public static OptionalDouble of(double value) {
        return new OptionalDouble(true, value);
    }

    public double getAsDouble() {
        if (isEmpty()) throw new NoSuchElementException();
        return value;
    }

    public boolean isPresent() {
        return isPresent;
    }

    public boolean isEmpty() {
        return !isPresent();
    }

    public void ifPresent(DoubleConsumer action) {
        if (isPresent()) action.accept(value);
    }

    public void ifPresentOrElse(DoubleConsumer action, Runnable otherwise) {
        if (isPresent()) action.accept(value);
        else otherwise.run();
    }

    public DoubleStream stream() {
        return isEmpty() ? DoubleStream.empty() : DoubleStream.of(value);
    }

    public double orElse(double other) {
        return isPresent() ? value : other;
    }

    public double orElseGet(DoubleSupplier other) {
        return isPresent() ? value : other.getAsDouble();
    }

    public double orElseThrow() {
        return getAsDouble();
    }

    public <X extends Throwable> double orElseThrow(Supplier<? extends X> exception) throws X {
        if (isEmpty()) throw exception.get();
        return value;
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        return other instanceof OptionalDouble && isPresent() == ((OptionalDouble) other).isPresent() && (isEmpty() || Unknown.aBoolean());
    }

    public int hashCode() {
        return isEmpty() ? 0 : Unknown.anInt();
    }

    public String toString() {
        return Unknown.aString();
    }
}
