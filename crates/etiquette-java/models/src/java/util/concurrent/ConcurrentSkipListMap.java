package java.util.concurrent;

import etiquette.Sorted;
import etiquette.Unknown;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;

/** A sorted map that takes no null, and whose iterators never mind. */
public class ConcurrentSkipListMap<K, V> extends Sorted<K, V>
        implements ConcurrentNavigableMap<K, V>, Cloneable, java.io.Serializable {
    public ConcurrentSkipListMap() {
        super(false, null);
    }

    public ConcurrentSkipListMap(Comparator<? super K> order) {
        super(false, order);
    }

    public ConcurrentSkipListMap(Map<? extends K, ? extends V> from) {
        super(false, null);
        putAll(from);
    }

    public ConcurrentSkipListMap(SortedMap<K, ? extends V> from) {
        super(false, from.comparator());
        for (Map.Entry<K, ? extends V> entry : from.entrySet()) put(entry.getKey(), entry.getValue());
    }

    protected void checkKey(Object key) {
        if (key == null) throw new NullPointerException();
        super.checkKey(key);
    }

    protected void compare(Object key) {
        if (key == null) throw new NullPointerException();
        super.compare(key);
    }

    protected boolean has(Object key) {
        if (key == null) throw new NullPointerException();
        return super.has(key);
    }

    protected void checkValue(Object value) {
        if (value == null) throw new NullPointerException();
    }

    protected K anyKey() {
        return Unknown.orSome(super.anyKey());
    }

    protected V anyValue() {
        return Unknown.orSome(super.anyValue());
    }

    public boolean containsValue(Object value) {
        checkValue(value);
        return super.containsValue(value);
    }

    public boolean replace(K key, V before, V value) {
        if (key == null || before == null) throw new NullPointerException();
        return super.replace(key, before, value);
    }

    public V getOrDefault(Object key, V otherwise) {
        return super.getOrDefault(key, otherwise);
    }

    public ConcurrentSkipListMap<K, V> clone() {
        return new ConcurrentSkipListMap<K, V>((SortedMap<K, V>) this);
    }
}
