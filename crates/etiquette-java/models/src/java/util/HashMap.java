package java.util;

import etiquette.Entries;

/** A map that takes null. */
public class HashMap<K, V> extends Entries<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    public HashMap(int capacity, float loadFactor) {
        super(true);
        if (capacity < 0 || loadFactor <= 0 || Float.isNaN(loadFactor)) throw new IllegalArgumentException();
    }

    public HashMap(int capacity) {
        super(true);
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public HashMap() {
        super(true);
    }

    public HashMap(Map<? extends K, ? extends V> from) {
        super(true);
        putAll(from);
    }

    protected void checkKey(Object key) {
        if (key != null) key.hashCode();
    }

    protected void checkValue(Object value) {}

    protected boolean isEager() {
        return false;
    }

    public Object clone() {
        return new HashMap<K, V>(this);
    }

    public static <K, V> HashMap<K, V> newHashMap(int expected) {
        if (expected < 0) throw new IllegalArgumentException();
        return new HashMap<K, V>();
    }
}
