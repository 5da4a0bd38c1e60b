package etiquette;

import java.util.AbstractMap;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentNavigableMap;

/** What sorted maps have in common. Which key is where is not known. */
public abstract class Sorted<K, V> extends Entries<K, V> implements NavigableMap<K, V> {
    private final Comparator<? super K> order;

    protected Sorted(boolean isFailFast, Comparator<? super K> order) {
        super(isFailFast);
        this.order = order;
    }

    protected boolean endsFirst() {
        return true;
    }

    /** Compares a key with others, or with itself. */
    protected void checkKey(Object key) {
        if (order == null && key == null) throw new NullPointerException();
        if (order == null && Unknown.aBoolean()) ((Comparable<Object>) key).compareTo(other(key));
        while (order != null && Unknown.aBoolean()) order.compare((K) key, other(key));
    }

    /** Compares keys that are there with those that limit a part. */
    final void compareOthers() {
        if (!isEmpty()) checkKey(anyKey());
    }

    private K other(Object key) {
        return Unknown.aBoolean() ? anyKey() : (K) key;
    }

    /** Compares a key with those that are there. */
    protected void compare(Object key) {
        if (!isEmpty()) checkKey(key);
    }

    protected boolean has(Object key) {
        if (!isEmpty() || Unknown.aBoolean()) checkKey(key);
        return !isEmpty() && Unknown.aBoolean();
    }

    public V put(K key, V value) {
        checkKey(key);
        return super.put(key, value);
    }

    public V putIfAbsent(K key, V value) {
        checkKey(key);
        return super.putIfAbsent(key, value);
    }

    public Comparator<? super K> comparator() {
        return order;
    }

    private K firstOrNone() {
        return isEmpty() ? null : anyKey();
    }

    private Map.Entry<K, V> entryOrNone() {
        return isEmpty() ? null : new AbstractMap.SimpleImmutableEntry<K, V>(anyKey(), anyValue());
    }

    public K firstKey() {
        if (isEmpty()) throw new NoSuchElementException();
        return anyKey();
    }

    public K lastKey() {
        return firstKey();
    }

    public Map.Entry<K, V> firstEntry() {
        return entryOrNone();
    }

    public Map.Entry<K, V> lastEntry() {
        return entryOrNone();
    }

    public Map.Entry<K, V> pollFirstEntry() {
        Map.Entry<K, V> first = entryOrNone();
        dropOne();
        return first;
    }

    public Map.Entry<K, V> pollLastEntry() {
        return pollFirstEntry();
    }

    private Map.Entry<K, V> near(K key) {
        compare(key);
        return Unknown.aBoolean() ? entryOrNone() : null;
    }

    private K keyNear(K key) {
        compare(key);
        return Unknown.aBoolean() ? firstOrNone() : null;
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

    public NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new Members<K>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return new Members<K>(new Part<K, V>(this, true));
    }

    public ConcurrentNavigableMap<K, V> descendingMap() {
        return new Part<K, V>(this, true);
    }

    /** The part between two keys, which may be refused. */
    final Part<K, V> between(K from, K to) {
        checkBound(from);
        checkBound(to);
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
        return new Part<K, V>(this, false);
    }

    final Part<K, V> upTo(K bound) {
        checkBound(bound);
        return new Part<K, V>(this, false);
    }

    private void checkBound(K bound) {
        checkKey(bound);
        compareWith(bound);
    }

    public ConcurrentNavigableMap<K, V> subMap(K from, boolean withFrom, K to, boolean withTo) {
        return between(from, to);
    }

    public ConcurrentNavigableMap<K, V> headMap(K to, boolean withTo) {
        return upTo(to);
    }

    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean withFrom) {
        return upTo(from);
    }

    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return between(from, to);
    }

    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return upTo(to);
    }

    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return upTo(from);
    }
}
