package java.util;

import etiquette.Unknown;

/** A map that may let go of its eldest entry, and may be changed by looking at it. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private boolean byAccess;

    public LinkedHashMap(int capacity, float loadFactor) {
        super(capacity, loadFactor);
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
    }

    public LinkedHashMap() {}

    public LinkedHashMap(Map<? extends K, ? extends V> from) {
        super(from);
    }

    public LinkedHashMap(int capacity, float loadFactor, boolean byAccess) {
        super(capacity, loadFactor);
        this.byAccess = byAccess;
    }

    protected boolean has(Object key) {
        boolean isThere = super.has(key);
        if (isThere && byAccess && Unknown.aBoolean()) touched();
        return isThere;
    }

    protected void added(K key, V value) {
        if (removeEldestEntry(new AbstractMap.SimpleEntry<K, V>(anyKey(), anyValue()))) dropOne();
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    public static <K, V> LinkedHashMap<K, V> newLinkedHashMap(int expected) {
        if (expected < 0) throw new IllegalArgumentException();
        return new LinkedHashMap<K, V>();
    }
}
