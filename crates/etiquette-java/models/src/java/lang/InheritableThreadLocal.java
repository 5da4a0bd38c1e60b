package java.lang;

/** What the one thread has, and those that it makes. */
public class InheritableThreadLocal<T> extends ThreadLocal<T> {
    public InheritableThreadLocal() {}

    protected T childValue(T parent) {
        return parent;
    }
}
