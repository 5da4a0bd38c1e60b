package java.util;

import etiquette.Distinct;

/** A set that takes null. */
public class HashSet<E> extends Distinct<E> implements Set<E>, Cloneable, java.io.Serializable {
    public HashSet() {}

    public HashSet(Collection<? extends E> from) {
        addAll(from);
    }

    public HashSet(int capacity, float loadFactor) {
        if (capacity < 0 || loadFactor <= 0 || Float.isNaN(loadFactor)) throw new IllegalArgumentException();
    }

    public HashSet(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public Object clone() {
        return new HashSet<E>(this);
    }
}
