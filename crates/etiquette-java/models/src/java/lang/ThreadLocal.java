package java.lang;

import java.util.function.Supplier;

/** What the one thread has. */
public class ThreadLocal<T> {
    private T value;
    private boolean isSet;

    public ThreadLocal() {}

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        return new Supplied<S>(supplier);
    }

    protected T initialValue() {
        return null;
    }

    public T get() {
        if (!isSet) set(initialValue());
        return value;
    }

    public void set(T to) {
        value = to;
        isSet = true;
    }

    public void remove() {
        value = null;
        isSet = false;
    }

    static final class Supplied<T> extends ThreadLocal<T> {
        private final Supplier<? extends T> supplier;

        Supplied(Supplier<? extends T> supplier) {
            if (supplier == null) throw new NullPointerException();
            this.supplier = supplier;
        }

        protected T initialValue() {
            return supplier.get();
        }
    }
}
