package java.util;

import etiquette.Distinct;

/** A set that takes null. */
public class HashSet<E> extends Distinct<E> implements Set<E>, Cloneable, java.io.Serializable {
    public HashSet() {
        super(true);
    }

    public HashSet(Collection<? extends E> from) {
        super(true);
        addAll(from);
    }

    public HashSet(int capacity, float loadFactor) {
        super(true);
        if (capacity < 0 || loadFactor <= 0 || Float.isNaN(loadFactor)) throw new IllegalArgumentException();
    }

    public HashSet(int capacity) {
        super(true);
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public Object clone() {
        return new HashSet<E>(this);
    }

    public static <T> HashSet<T> newHashSet(int expected) {
        if (expected < 0) throw new IllegalArgumentException();
        return new HashSet<T>();
    }
}
