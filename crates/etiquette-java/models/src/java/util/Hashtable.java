package java.util;

import etiquette.Entries;
import etiquette.Unknown;
import java.util.function.BiFunction;

/** A map that takes no null. */
public class Hashtable<K, V> extends Entries<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    public Hashtable(int capacity, float loadFactor) {
        super(true);
        if (capacity < 0 || loadFactor <= 0 || Float.isNaN(loadFactor)) throw new IllegalArgumentException();
    }

    public Hashtable(int capacity) {
        this(capacity, 0.75f);
    }

    public Hashtable() {
        super(true);
    }

    Hashtable(boolean isFailFast) {
        super(isFailFast);
    }

    public Hashtable(Map<? extends K, ? extends V> from) {
        super(true);
        putAll(from);
    }

    protected void checkKey(Object key) {
        key.hashCode();
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

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public boolean remove(Object key, Object value) {
        if (value == null) throw new NullPointerException();
        return super.remove(key, value);
    }

    public boolean replace(K key, V expected, V value) {
        if (expected == null) throw new NullPointerException();
        return super.replace(key, expected, value);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        return value == null ? mergedWithNull(key, function) : super.merge(key, value, function);
    }

    private V mergedWithNull(K key, BiFunction<? super V, ? super V, ? extends V> function) {
        return computeIfPresent(key, (same, known) -> function.apply(known, null));
    }

    public Enumeration<K> keys() {
        return new Each<K>(this, true);
    }

    public Enumeration<V> elements() {
        return new Each<V>(this, false);
    }

    protected void rehash() {
        touched();
    }

    public Object clone() {
        return new Hashtable<K, V>(this);
    }

    /** What keys() and elements() give. They do not mind changes. */
    static final class Each<E> implements Enumeration<E> {
        private final Hashtable<?, ?> table;
        private final boolean isOfKeys;
        private int left;
        private int expected;

        Each(Hashtable<?, ?> table, boolean isOfKeys) {
            this.table = table;
            this.isOfKeys = isOfKeys;
            left = table.size();
            expected = table.changes();
        }

        public boolean hasMoreElements() {
            if (table.changes() != expected) left = Unknown.below(Integer.MAX_VALUE);
            expected = table.changes();
            return left > 0;
        }

        public E nextElement() {
            if (!hasMoreElements()) throw new NoSuchElementException();
            left--;
            return (E) (isOfKeys ? table.anyKey() : table.anyValue());
        }
    }
}
