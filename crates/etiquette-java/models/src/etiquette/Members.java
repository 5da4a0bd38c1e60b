package etiquette;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;

/** The keys of a sorted map, as a view. */
public final class Members<K> extends AbstractSet<K> implements NavigableSet<K> {
    private final NavigableMap<K, ?> map;

    Members(NavigableMap<K, ?> map) {
        this.map = map;
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    public boolean remove(Object key) {
        int before = map.size();
        map.remove(key);
        return map.size() != before;
    }

    public void clear() {
        map.clear();
    }

    public Comparator<? super K> comparator() {
        return map.comparator();
    }

    public K first() {
        return map.firstKey();
    }

    public K last() {
        return map.lastKey();
    }

    public K lower(K key) {
        return map.lowerKey(key);
    }

    public K floor(K key) {
        return map.floorKey(key);
    }

    public K ceiling(K key) {
        return map.ceilingKey(key);
    }

    public K higher(K key) {
        return map.higherKey(key);
    }

    private static <K> K keyOf(Map.Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    public K pollFirst() {
        return keyOf(map.pollFirstEntry());
    }

    public K pollLast() {
        return keyOf(map.pollLastEntry());
    }

    public Iterator<K> iterator() {
        return new Walk<K>(map.entrySet().iterator());
    }

    public Iterator<K> descendingIterator() {
        return iterator();
    }

    public NavigableSet<K> descendingSet() {
        return map.descendingKeySet();
    }

    public NavigableSet<K> subSet(K from, boolean withFrom, K to, boolean withTo) {
        return new Members<K>(map.subMap(from, withFrom, to, withTo));
    }

    public NavigableSet<K> headSet(K to, boolean withTo) {
        return new Members<K>(map.headMap(to, withTo));
    }

    public NavigableSet<K> tailSet(K from, boolean withFrom) {
        return new Members<K>(map.tailMap(from, withFrom));
    }

    public NavigableSet<K> subSet(K from, K to) {
        return subSet(from, true, to, false);
    }

    public NavigableSet<K> headSet(K to) {
        return headSet(to, false);
    }

    public NavigableSet<K> tailSet(K from) {
        return tailSet(from, true);
    }

    /** The keys of entries. */
    static final class Walk<K> implements Iterator<K> {
        private final Iterator<? extends Map.Entry<K, ?>> entries;

        Walk(Iterator<? extends Map.Entry<K, ?>> entries) {
            this.entries = entries;
        }

        public boolean hasNext() {
            return entries.hasNext();
        }

        public K next() {
            return entries.next().getKey();
        }

        public void remove() {
            entries.remove();
        }
    }
}
