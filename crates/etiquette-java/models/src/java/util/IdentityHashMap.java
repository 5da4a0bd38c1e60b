package java.util;

import etiquette.Entries;
import etiquette.Unknown;

/** A map that takes null and asks no key whether it is equal. */
public class IdentityHashMap<K, V> extends Entries<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    public IdentityHashMap() {
        super(true);
    }

    public IdentityHashMap(int expected) {
        super(true);
        if (expected < 0) throw new IllegalArgumentException();
    }

    public IdentityHashMap(Map<? extends K, ? extends V> from) {
        super(true);
        putAll(from);
    }

    protected void checkKey(Object key) {}

    protected void checkValue(Object value) {}

    protected void checkComputed(int before) {}

    protected void checkEntry(int before) {
        if (changes() != before && Unknown.aBoolean()) throw new IllegalStateException();
    }

    protected boolean looksAhead() {
        return false;
    }

    protected boolean has(Object key) {
        return !isEmpty() && Unknown.aBoolean();
    }

    public boolean containsValue(Object value) {
        return has(value);
    }

    public Object clone() {
        return new IdentityHashMap<K, V>(this);
    }
}
