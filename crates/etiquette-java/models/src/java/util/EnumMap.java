package java.util;

import etiquette.Entries;
import etiquette.Unknown;

/** A map whose keys are constants of one enum: which of them are there is not known. Its iterators never mind. */
public class EnumMap<K extends Enum<K>, V> extends Entries<K, V> implements java.io.Serializable, Cloneable {
    public EnumMap(Class<K> type) {
        super(false);
        if (type == null) throw new NullPointerException();
    }

    public EnumMap(EnumMap<K, ? extends V> from) {
        super(false);
        putAll(from);
    }

    public EnumMap(Map<K, ? extends V> from) {
        super(false);
        if (!(from instanceof EnumMap) && from.isEmpty()) throw new IllegalArgumentException();
        putAll(from);
    }

    protected void checkKey(Object key) {}

    protected void checkValue(Object value) {}

    protected boolean has(Object key) {
        return key != null && !isEmpty() && Unknown.aBoolean();
    }

    protected boolean looksAhead() {
        return false;
    }

    protected void checkEntry(int before) {
        if (changes() != before && Unknown.aBoolean()) throw new IllegalStateException();
    }

    protected void checkNew(Object key) {
        if (key == null) throw new NullPointerException();
    }

    public V put(K key, V value) {
        return super.put(key, value);
    }

    public EnumMap<K, V> clone() {
        return new EnumMap<K, V>(this);
    }
}
