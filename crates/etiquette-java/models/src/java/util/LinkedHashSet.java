package java.util;

/** A set that takes null. */
public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet(int capacity, float loadFactor) {
        super(capacity, loadFactor);
    }

    public LinkedHashSet(int capacity) {
        super(capacity);
    }

    public LinkedHashSet() {}

    public LinkedHashSet(Collection<? extends E> from) {
        super(from);
    }

    public static <T> LinkedHashSet<T> newLinkedHashSet(int expected) {
        if (expected < 0) throw new IllegalArgumentException();
        return new LinkedHashSet<T>();
    }
}
