package etiquette;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A view of a sorted map: all of it, the other way round, or a part of it. How much of it is in a part is not known. */
final class Part<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {
    final Sorted<K, V> map;
    private final boolean isWhole;

    Part(Sorted<K, V> map, boolean isWhole) {
        this.map = map;
        this.isWhole = isWhole;
    }

    /** Whether there is anything in it. */
    private boolean isThere() {
        if (!isWhole) map.compareOthers();
        return !map.isEmpty() && (isWhole || Unknown.aBoolean());
    }

    /** Whether a key is inside of the part. */
    private boolean covers(Object key) {
        compare(key);
        return isWhole || Unknown.aBoolean();
    }

    private void compare(Object key) {
        if (isWhole) map.compare(key);
        else map.checkKey(key);
    }

    private void checkPlace(Object key) {
        if (!covers(key)) throw new IllegalArgumentException();
    }

    public int size() {
        if (isWhole) return map.size();
        map.compareOthers();
        return Unknown.below(map.size() + 1);
    }

    public boolean isEmpty() {
        return !isThere();
    }

    public boolean containsKey(Object key) {
        return covers(key) && map.containsKey(key);
    }

    public boolean containsValue(Object value) {
        return isThere() && map.containsValue(value);
    }

    public V get(Object key) {
        return covers(key) ? map.get(key) : null;
    }

    public V getOrDefault(Object key, V otherwise) {
        return covers(key) ? map.getOrDefault(key, otherwise) : otherwise;
    }

    public V put(K key, V value) {
        checkPlace(key);
        return map.put(key, value);
    }

    public V putIfAbsent(K key, V value) {
        checkPlace(key);
        return map.putIfAbsent(key, value);
    }

    public V remove(Object key) {
        return covers(key) ? map.remove(key) : null;
    }

    public boolean remove(Object key, Object value) {
        return covers(key) && map.remove(key, value);
    }

    public boolean replace(K key, V before, V value) {
        checkPlace(key);
        return map.replace(key, before, value);
    }

    public V replace(K key, V value) {
        checkPlace(key);
        return map.replace(key, value);
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (covers(key)) return map.computeIfAbsent(key, function);
        if (function.apply(key) == null) return null;
        throw new IllegalArgumentException();
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return covers(key) ? map.computeIfPresent(key, function) : null;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (covers(key)) return map.compute(key, function);
        if (function.apply(key, null) == null) return null;
        throw new IllegalArgumentException();
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        checkPlace(key);
        return map.merge(key, value, function);
    }

    public void clear() {
        if (isWhole) map.clear();
        while (isThere()) map.dropOne();
    }

    public Comparator<? super K> comparator() {
        Comparator<? super K> order = map.comparator();
        return isWhole || Unknown.aBoolean() ? Collections.reverseOrder((Comparator<K>) order) : order;
    }

    public K firstKey() {
        if (!isThere()) throw new NoSuchElementException();
        return map.anyKey();
    }

    public K lastKey() {
        return firstKey();
    }

    public Map.Entry<K, V> firstEntry() {
        return isThere() ? map.firstEntry() : null;
    }

    public Map.Entry<K, V> lastEntry() {
        return firstEntry();
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return isThere() ? map.pollFirstEntry() : null;
    }

    public Map.Entry<K, V> pollLastEntry() {
        return pollFirstEntry();
    }

    /** The bound of a part may tell enough. */
    private void compareNear(Object key) {
        if (isWhole || Unknown.aBoolean()) map.compare(key);
        else map.checkKey(key);
    }

    private Map.Entry<K, V> near(K key) {
        compareNear(key);
        return Unknown.aBoolean() ? map.lowerEntry(key) : null;
    }

    private K keyNear(K key) {
        compareNear(key);
        return Unknown.aBoolean() ? map.lowerKey(key) : null;
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return near(key);
    }

    public K lowerKey(K key) {
        return keyNear(key);
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return near(key);
    }

    public K floorKey(K key) {
        return keyNear(key);
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return near(key);
    }

    public K ceilingKey(K key) {
        return keyNear(key);
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return near(key);
    }

    public K higherKey(K key) {
        return keyNear(key);
    }

    public ConcurrentNavigableMap<K, V> descendingMap() {
        return new Part<K, V>(map, isWhole);
    }

    public NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new Members<K>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return new Members<K>(this);
    }

    /** A part of the part, which may be refused. */
    private Part<K, V> part() {
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
        return new Part<K, V>(map, false);
    }

    public ConcurrentNavigableMap<K, V> subMap(K from, boolean withFrom, K to, boolean withTo) {
        map.between(from, to);
        return part();
    }

    public ConcurrentNavigableMap<K, V> headMap(K to, boolean withTo) {
        map.upTo(to);
        return part();
    }

    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean withFrom) {
        return headMap(from, withFrom);
    }

    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return headMap(from, false);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Pairs<K, V>(this);
    }

    /** The entries, as a view. */
    static final class Pairs<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final Part<K, V> part;

        Pairs(Part<K, V> part) {
            this.part = part;
        }

        public int size() {
            return part.size();
        }

        public boolean isEmpty() {
            return part.isEmpty();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            if (!part.isWhole) part.map.compareOthers();
            return new Some<Map.Entry<K, V>>(part.map.entrySet().iterator(), part.isWhole);
        }
    }

    /** As many of a map's entries or keys as there are in a part. */
    static final class Some<E> implements Iterator<E> {
        private final Iterator<E> all;
        private final boolean isWhole;
        private boolean isOver;

        Some(Iterator<E> all, boolean isWhole) {
            this.all = all;
            this.isWhole = isWhole;
            isOver = !isWhole && Unknown.aBoolean();
        }

        public boolean hasNext() {
            return !isOver && all.hasNext();
        }

        public E next() {
            if (isOver) throw new NoSuchElementException();
            E next = all.next();
            isOver = !isWhole && Unknown.aBoolean();
            return next;
        }

        public void remove() {
            all.remove();
        }
    }
}
