package java.util;

import etiquette.Sorted;

/** A sorted map. */
public class TreeMap<K, V> extends Sorted<K, V> implements Cloneable, java.io.Serializable {
    public TreeMap() {
        super(true, null);
    }

    public TreeMap(Comparator<? super K> order) {
        super(true, order);
    }

    public TreeMap(Map<? extends K, ? extends V> from) {
        super(true, null);
        putAll(from);
    }

    public TreeMap(SortedMap<K, ? extends V> from) {
        super(true, from.comparator());
        putAll(from);
    }

    protected void checkValue(Object value) {}

    public Object clone() {
        return new TreeMap<K, V>((SortedMap<K, V>) this);
    }
}
