package etiquette;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What maps have in common: a size, and a count of changes. Which keys are there is not known, unless there are none. */
public abstract class Entries<K, V> extends AbstractMap<K, V> {
    private final Bag keys = new Bag();
    private final Bag values = new Bag();
    /** Whether iterators notice changes that they did not make. */
    private final boolean isFailFast;
    private int size;
    private int changes;

    protected Entries(boolean isFailFast) {
        this.isFailFast = isFailFast;
    }

    /** Refuses a key that can't be one. */
    protected abstract void checkKey(Object key);

    /** Refuses a value that can't be one. */
    protected abstract void checkValue(Object value);

    /** Refuses a key that is not to be added. */
    protected void checkNew(Object key) {}

    /** A mapping was added. */
    protected void added(K key, V value) {}

    /** One of the keys. */
    protected K anyKey() {
        return (K) keys.take();
    }

    /** One of the values. */
    protected V anyValue() {
        return (V) values.take();
    }

    /** Keys are compared with this one from now on. */
    final void compareWith(K bound) {
        keys.put(bound);
    }

    /** Whether a key is there. */
    protected boolean has(Object key) {
        checkKey(key);
        if (size == 0) return false;
        if (key != null && Unknown.aBoolean()) key.equals(keys.take());
        return Unknown.aBoolean();
    }

    private V insert(K key, V value) {
        checkNew(key);
        if (size == Integer.MAX_VALUE) Unknown.never();
        size++;
        changes++;
        keys.put(key);
        values.put(value);
        added(key, value);
        return null;
    }

    private V replaced(V value) {
        V before = anyValue();
        values.put(value);
        return before;
    }

    /** Iterators are to notice. */
    protected final void touched() {
        changes++;
    }

    /** One mapping goes, if there is any. */
    protected final void dropOne() {
        if (size > 0) removed();
    }

    private V removed() {
        size--;
        changes++;
        return anyValue();
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public V get(Object key) {
        return has(key) ? anyValue() : null;
    }

    public boolean containsKey(Object key) {
        return has(key);
    }

    public boolean containsValue(Object value) {
        if (size == 0) return false;
        if (value != null && Unknown.aBoolean()) value.equals(values.take());
        return Unknown.aBoolean();
    }

    public V put(K key, V value) {
        checkValue(value);
        return has(key) ? replaced(value) : insert(key, value);
    }

    public void putAll(Map<? extends K, ? extends V> from) {
        for (Map.Entry<? extends K, ? extends V> entry : from.entrySet()) put(entry.getKey(), entry.getValue());
    }

    public V remove(Object key) {
        return has(key) ? removed() : null;
    }

    public void clear() {
        changes++;
        size = 0;
    }

    public V getOrDefault(Object key, V otherwise) {
        return has(key) ? anyValue() : otherwise;
    }

    public V putIfAbsent(K key, V value) {
        checkValue(value);
        if (!has(key)) return insert(key, value);
        V before = anyValue();
        if (before == null) values.put(value);
        return before;
    }

    public boolean remove(Object key, Object value) {
        if (!has(key) || !Unknown.aBoolean()) return false;
        removed();
        return true;
    }

    public boolean replace(K key, V expected, V value) {
        checkValue(value);
        if (!has(key) || !Unknown.aBoolean()) return false;
        replaced(value);
        return true;
    }

    public V replace(K key, V value) {
        checkValue(value);
        return has(key) ? replaced(value) : null;
    }

    /** How often it was changed. */
    protected final int changes() {
        return changes;
    }

    /** Whether changes by an action are noticed at each step, and not only in the end. */
    protected boolean isEager() {
        return true;
    }

    /** Whether a function that is asked for a value may change the map. */
    protected void checkComputed(int before) {
        check(before);
    }

    /** Whether iterators know what is next before they are asked. */
    protected boolean looksAhead() {
        return true;
    }

    /** Whether iterators at their end do not look for changes. */
    protected boolean endsFirst() {
        return false;
    }

    /** Whether the values refuse to take even nothing. */
    protected boolean refusesAll() {
        return false;
    }

    /** An entry is used that was taken when there had been so many changes. */
    protected void checkEntry(int before) {}

    /** Notices changes since. */
    protected final void check(int before) {
        if (isFailFast && changes != before) throw new ConcurrentModificationException();
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        if (has(key)) {
            V known = anyValue();
            if (known != null) return known;
        }
        int before = changes;
        V value = function.apply(key);
        checkComputed(before);
        return value == null ? null : computed(key, value);
    }

    /** A value that was worked out is put into the map; the key may be there by now. */
    private V computed(K key, V value) {
        if (has(key)) replaced(value);
        else insert(key, value);
        return value;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        if (!has(key)) return null;
        V known = anyValue();
        if (known == null) return null;
        int before = changes;
        V value = function.apply(key, known);
        checkComputed(before);
        return settled(key, value, true, before);
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        boolean isThere = has(key);
        int before = changes;
        V value = function.apply(key, isThere ? anyValue() : null);
        checkComputed(before);
        return settled(key, value, isThere, before);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (value == null || function == null) throw new NullPointerException();
        boolean isThere = has(key);
        V known = isThere ? anyValue() : null;
        int before = changes;
        if (known == null) return settled(key, value, isThere, before);
        V merged = function.apply(known, value);
        checkComputed(before);
        return settled(key, merged, true, before);
    }

    /** A value that was worked out takes its place. The key may have come or gone if the map was changed since. */
    private V settled(K key, V value, boolean wasThere, int before) {
        boolean isThere = changes == before ? wasThere : size > 0 && Unknown.aBoolean();
        if (value == null && isThere) dropOne();
        if (value != null && isThere) values.put(value);
        if (value != null && !isThere && (changes == before || Unknown.aBoolean())) insert(key, value);
        return value;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        int before = changes;
        for (int left = size; left > 0; left--) {
            action.accept(anyKey(), anyValue());
            if (isEager()) check(before);
        }
        check(before);
    }

    private <T> void each(Consumer<? super T> action, Supplier<? extends T> element) {
        if (action == null) throw new NullPointerException();
        int before = changes;
        for (int left = size; left > 0; left--) action.accept(element.get());
        check(before);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        int before = changes;
        for (int left = size; left > 0; left--) {
            V value = function.apply(anyKey(), anyValue());
            checkValue(value);
            values.put(value);
            if (isEager()) check(before);
        }
        check(before);
    }

    public Set<K> keySet() {
        return new Keys<K>(this);
    }

    public Collection<V> values() {
        return new Values<V>(this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Pairs<K, V>(this);
    }

    /** The keys, as a view. */
    static final class Keys<K> extends AbstractSet<K> implements Watched {
        private final Entries<K, ?> map;

        Keys(Entries<K, ?> map) {
            this.map = map;
        }

        public int changed() {
            return map.changes;
        }

        public Object some() {
            return map.anyKey();
        }

        public Stream<K> stream() {
            return new ObjectPipeline<K>(this);
        }

        public Stream<K> parallelStream() {
            return new ObjectPipeline<K>(this);
        }

        public int size() {
            return map.size;
        }

        public boolean isEmpty() {
            return map.size == 0;
        }

        public boolean contains(Object key) {
            return map.has(key);
        }

        public boolean remove(Object key) {
            boolean isThere = map.has(key);
            if (isThere) map.removed();
            return isThere;
        }

        public void forEach(Consumer<? super K> action) {
            if (map.isEager()) super.forEach(action);
            else map.each(action, () -> map.anyKey());
        }

        public void clear() {
            map.clear();
        }

        public Iterator<K> iterator() {
            return new KeyWalk<K>(map);
        }
    }

    /** The values, as a view. */
    static final class Values<V> extends AbstractCollection<V> implements Watched {
        private final Entries<?, V> map;

        Values(Entries<?, V> map) {
            this.map = map;
        }

        public int changed() {
            return map.changes;
        }

        public Object some() {
            return map.anyValue();
        }

        public Stream<V> stream() {
            return new ObjectPipeline<V>(this);
        }

        public Stream<V> parallelStream() {
            return new ObjectPipeline<V>(this);
        }

        public int size() {
            return map.size;
        }

        public boolean isEmpty() {
            return map.size == 0;
        }

        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        public boolean addAll(Collection<? extends V> values) {
            if (map.refusesAll()) throw new UnsupportedOperationException();
            return super.addAll(values);
        }

        public void forEach(Consumer<? super V> action) {
            if (map.isEager()) super.forEach(action);
            else map.each(action, () -> map.anyValue());
        }

        /** Where iterators do not mind, what is to go may have gone before. */
        public boolean removeIf(Predicate<? super V> filter) {
            return super.removeIf(filter) && (map.isFailFast || Unknown.aBoolean());
        }

        public void clear() {
            map.clear();
        }

        public Iterator<V> iterator() {
            return new ValueWalk<V>(map);
        }
    }

    /** The entries, as a view. */
    static final class Pairs<K, V> extends AbstractSet<Map.Entry<K, V>> implements Watched {
        private final Entries<K, V> map;

        Pairs(Entries<K, V> map) {
            this.map = map;
        }

        public int changed() {
            return map.changes;
        }

        public Object some() {
            return new Pair<K, V>(map);
        }

        public Stream<Map.Entry<K, V>> stream() {
            return new ObjectPipeline<Map.Entry<K, V>>(this);
        }

        public Stream<Map.Entry<K, V>> parallelStream() {
            return new ObjectPipeline<Map.Entry<K, V>>(this);
        }

        public int size() {
            return map.size;
        }

        public boolean isEmpty() {
            return map.size == 0;
        }

        public boolean contains(Object entry) {
            return entry instanceof Map.Entry && map.size > 0 && Unknown.aBoolean();
        }

        public boolean remove(Object entry) {
            boolean isThere = contains(entry);
            if (isThere) map.removed();
            return isThere;
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            if (map.isEager()) super.forEach(action);
            else map.each(action, () -> new Pair<K, V>(map));
        }

        /** Where iterators do not mind, what is to go may have gone before. */
        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            return super.removeIf(filter) && (map.isFailFast || Unknown.aBoolean());
        }

        public void clear() {
            map.clear();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new PairWalk<K, V>(map);
        }
    }

    /** How many entries are left, and whether there is one to remove. */
    abstract static class Walk<K, V> {
        final Entries<K, V> map;
        private int left;
        private int expected;
        private boolean hasLast;

        Walk(Entries<K, V> map) {
            this.map = map;
            left = map.size;
            expected = map.changes;
        }

        public boolean hasNext() {
            if (!map.looksAhead() && map.changes != expected) left = Unknown.below(map.size + 1);
            return left > 0;
        }

        final void step() {
            if (left <= 0 && map.endsFirst()) throw new NoSuchElementException();
            map.check(expected);
            if (left <= 0) throw new NoSuchElementException();
            if (map.changes != expected) left = 1 + Unknown.below(Integer.MAX_VALUE);
            left--;
            hasLast = true;
        }

        public void remove() {
            if (!hasLast) throw new IllegalStateException();
            map.check(expected);
            hasLast = false;
            boolean isThere = map.changes == expected || map.size > 0 && Unknown.aBoolean();
            if (isThere) map.removed();
            if (isThere) expected = map.isFailFast ? map.changes : expected + 1;
        }
    }

    static final class KeyWalk<K> extends Walk<K, Object> implements Iterator<K> {
        KeyWalk(Entries<K, ?> map) {
            super((Entries<K, Object>) map);
        }

        public K next() {
            step();
            return map.anyKey();
        }
    }

    static final class ValueWalk<V> extends Walk<Object, V> implements Iterator<V> {
        ValueWalk(Entries<?, V> map) {
            super((Entries<Object, V>) map);
        }

        public V next() {
            step();
            return map.anyValue();
        }
    }

    static final class PairWalk<K, V> extends Walk<K, V> implements Iterator<Map.Entry<K, V>> {
        PairWalk(Entries<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            step();
            return new Pair<K, V>(map);
        }
    }

    /** An entry: some key with some value. */
    static final class Pair<K, V> implements Map.Entry<K, V> {
        private final Entries<K, V> map;
        private final int expected;

        Pair(Entries<K, V> map) {
            this.map = map;
            expected = map.changes;
        }

        public K getKey() {
            map.checkEntry(expected);
            return map.anyKey();
        }

        public V getValue() {
            map.checkEntry(expected);
            return map.anyValue();
        }

        public V setValue(V value) {
            map.checkEntry(expected);
            map.checkValue(value);
            return map.replaced(value);
        }
    }
}
