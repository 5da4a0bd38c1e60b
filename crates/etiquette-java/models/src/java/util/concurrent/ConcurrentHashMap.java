package java.util.concurrent;

import etiquette.Entries;
import etiquette.Unknown;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.function.*;

/** A map that takes no null, and whose iterators never mind. */
public class ConcurrentHashMap<K, V> extends Entries<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    public ConcurrentHashMap() {
        super(false);
    }

    public ConcurrentHashMap(int capacity) {
        this(capacity, 0.75f, 1);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> from) {
        super(false);
        putAll(from);
    }

    public ConcurrentHashMap(int capacity, float loadFactor) {
        this(capacity, loadFactor, 1);
    }

    public ConcurrentHashMap(int capacity, float loadFactor, int concurrency) {
        super(false);
        if (!(loadFactor > 0.0f) || capacity < 0 || concurrency <= 0) throw new IllegalArgumentException();
    }

    protected void checkKey(Object key) {
        key.hashCode();
    }

    protected void checkValue(Object value) {
        if (value == null) throw new NullPointerException();
    }

    protected boolean refusesAll() {
        return true;
    }

    protected K anyKey() {
        return Unknown.orSome(super.anyKey());
    }

    protected V anyValue() {
        return Unknown.orSome(super.anyValue());
    }

    public boolean remove(Object key, Object value) {
        checkKey(key);
        return value != null && super.remove(key, value);
    }

    public boolean replace(K key, V before, V value) {
        if (key == null || before == null) throw new NullPointerException();
        return super.replace(key, before, value);
    }

    public boolean containsValue(Object value) {
        checkValue(value);
        return super.containsValue(value);
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public Enumeration<K> keys() {
        return Collections.enumeration(super.keySet());
    }

    public Enumeration<V> elements() {
        return Collections.enumeration(values());
    }

    public long mappingCount() {
        return size();
    }

    public static <K> KeySetView<K, Boolean> newKeySet() {
        return new KeySetView<K, Boolean>(new ConcurrentHashMap<K, Boolean>(), Boolean.TRUE);
    }

    public static <K> KeySetView<K, Boolean> newKeySet(int capacity) {
        return new KeySetView<K, Boolean>(new ConcurrentHashMap<K, Boolean>(capacity), Boolean.TRUE);
    }

    public KeySetView<K, V> keySet() {
        return new KeySetView<K, V>(this, null);
    }

    public KeySetView<K, V> keySet(V mapped) {
        if (mapped == null) throw new NullPointerException();
        return new KeySetView<K, V>(this, mapped);
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        while (size() > 0 && Unknown.aBoolean()) action.accept(anyKey(), anyValue());
    }

    private <U> void each(Supplier<U> element, Consumer<? super U> action) {
        if (action == null) throw new NullPointerException();
        while (size() > 0 && Unknown.aBoolean()) action.accept(element.get());
    }

    private <T, U> void eachOf(Supplier<T> element, Function<? super T, ? extends U> map, Consumer<? super U> action) {
        if (map == null || action == null) throw new NullPointerException();
        while (size() > 0 && Unknown.aBoolean()) {
            U mapped = map.apply(element.get());
            if (mapped != null) action.accept(mapped);
        }
    }

    private <T, U> U found(Supplier<T> element, Function<? super T, ? extends U> search) {
        if (search == null) throw new NullPointerException();
        while (size() > 0 && Unknown.aBoolean()) {
            U found = search.apply(element.get());
            if (found != null) return found;
        }
        return null;
    }

    private <T> T reduced(Supplier<? extends T> element, BiFunction<? super T, ? super T, ? extends T> reducer) {
        if (reducer == null) throw new NullPointerException();
        T all = size() > 0 ? element.get() : null;
        while (all != null && Unknown.aBoolean()) all = reducer.apply(all, element.get());
        return all;
    }

    private Map.Entry<K, V> entry() {
        return new java.util.AbstractMap.SimpleImmutableEntry<K, V>(anyKey(), anyValue());
    }

    public void forEach(long parallelism, BiConsumer<? super K, ? super V> action) {
        forEach(action);
    }

    public <U> void forEach(long p, BiFunction<? super K, ? super V, ? extends U> map, Consumer<? super U> action) {
        if (map == null) throw new NullPointerException();
        eachOf(this::entry, entry -> map.apply(entry.getKey(), entry.getValue()), action);
    }

    public <U> U search(long parallelism, BiFunction<? super K, ? super V, ? extends U> search) {
        if (search == null) throw new NullPointerException();
        return found(this::entry, entry -> search.apply(entry.getKey(), entry.getValue()));
    }

    public <U> U reduce(
            long p, BiFunction<? super K, ? super V, ? extends U> map, BiFunction<? super U, ? super U, ? extends U> reducer) {
        if (map == null) throw new NullPointerException();
        return reduced(() -> map.apply(anyKey(), anyValue()), reducer);
    }

    public double reduceToDouble(long p, ToDoubleBiFunction<? super K, ? super V> map, double basis, DoubleBinaryOperator reducer) {
        if (map == null || reducer == null) throw new NullPointerException();
        double all = basis;
        while (size() > 0 && Unknown.aBoolean()) all = reducer.applyAsDouble(all, map.applyAsDouble(anyKey(), anyValue()));
        return all;
    }

    public long reduceToLong(long p, ToLongBiFunction<? super K, ? super V> map, long basis, LongBinaryOperator reducer) {
        if (map == null || reducer == null) throw new NullPointerException();
        long all = basis;
        while (size() > 0 && Unknown.aBoolean()) all = reducer.applyAsLong(all, map.applyAsLong(anyKey(), anyValue()));
        return all;
    }

    public int reduceToInt(long p, ToIntBiFunction<? super K, ? super V> map, int basis, IntBinaryOperator reducer) {
        if (map == null || reducer == null) throw new NullPointerException();
        int all = basis;
        while (size() > 0 && Unknown.aBoolean()) all = reducer.applyAsInt(all, map.applyAsInt(anyKey(), anyValue()));
        return all;
    }

    public void forEachKey(long parallelism, Consumer<? super K> action) {
        each(this::anyKey, action);
    }

    public <U> void forEachKey(long parallelism, Function<? super K, ? extends U> map, Consumer<? super U> action) {
        eachOf(this::anyKey, map, action);
    }

    public <U> U searchKeys(long parallelism, Function<? super K, ? extends U> search) {
        return found(this::anyKey, search);
    }

    public K reduceKeys(long parallelism, BiFunction<? super K, ? super K, ? extends K> reducer) {
        return reduced(this::anyKey, reducer);
    }

    public <U> U reduceKeys(long p, Function<? super K, ? extends U> map, BiFunction<? super U, ? super U, ? extends U> reducer) {
        if (map == null) throw new NullPointerException();
        return reduced(() -> map.apply(anyKey()), reducer);
    }

    public double reduceKeysToDouble(long p, ToDoubleFunction<? super K> map, double basis, DoubleBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToDouble(p, (key, value) -> map.applyAsDouble(key), basis, reducer);
    }

    public long reduceKeysToLong(long p, ToLongFunction<? super K> map, long basis, LongBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToLong(p, (key, value) -> map.applyAsLong(key), basis, reducer);
    }

    public int reduceKeysToInt(long p, ToIntFunction<? super K> map, int basis, IntBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToInt(p, (key, value) -> map.applyAsInt(key), basis, reducer);
    }

    public void forEachValue(long parallelism, Consumer<? super V> action) {
        each(this::anyValue, action);
    }

    public <U> void forEachValue(long parallelism, Function<? super V, ? extends U> map, Consumer<? super U> action) {
        eachOf(this::anyValue, map, action);
    }

    public <U> U searchValues(long parallelism, Function<? super V, ? extends U> search) {
        return found(this::anyValue, search);
    }

    public V reduceValues(long parallelism, BiFunction<? super V, ? super V, ? extends V> reducer) {
        return reduced(this::anyValue, reducer);
    }

    public <U> U reduceValues(long p, Function<? super V, ? extends U> map, BiFunction<? super U, ? super U, ? extends U> reducer) {
        if (map == null) throw new NullPointerException();
        return reduced(() -> map.apply(anyValue()), reducer);
    }

    public double reduceValuesToDouble(long p, ToDoubleFunction<? super V> map, double basis, DoubleBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToDouble(p, (key, value) -> map.applyAsDouble(value), basis, reducer);
    }

    public long reduceValuesToLong(long p, ToLongFunction<? super V> map, long basis, LongBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToLong(p, (key, value) -> map.applyAsLong(value), basis, reducer);
    }

    public int reduceValuesToInt(long p, ToIntFunction<? super V> map, int basis, IntBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToInt(p, (key, value) -> map.applyAsInt(value), basis, reducer);
    }

    public void forEachEntry(long parallelism, Consumer<? super Map.Entry<K, V>> action) {
        each(this::entry, action);
    }

    public <U> void forEachEntry(long p, Function<Map.Entry<K, V>, ? extends U> map, Consumer<? super U> action) {
        eachOf(this::entry, map, action);
    }

    public <U> U searchEntries(long parallelism, Function<Map.Entry<K, V>, ? extends U> search) {
        return found(this::entry, search);
    }

    public Map.Entry<K, V> reduceEntries(
            long p, BiFunction<Map.Entry<K, V>, Map.Entry<K, V>, ? extends Map.Entry<K, V>> reducer) {
        if (reducer == null) throw new NullPointerException();
        return reduced(this::entry, (one, other) -> reducer.apply(one, other));
    }

    public <U> U reduceEntries(
            long p, Function<Map.Entry<K, V>, ? extends U> map, BiFunction<? super U, ? super U, ? extends U> reducer) {
        if (map == null) throw new NullPointerException();
        return reduced(() -> map.apply(entry()), reducer);
    }

    public double reduceEntriesToDouble(long p, ToDoubleFunction<Map.Entry<K, V>> map, double basis, DoubleBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToDouble(p, (key, value) -> map.applyAsDouble(entry()), basis, reducer);
    }

    public long reduceEntriesToLong(long p, ToLongFunction<Map.Entry<K, V>> map, long basis, LongBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToLong(p, (key, value) -> map.applyAsLong(entry()), basis, reducer);
    }

    public int reduceEntriesToInt(long p, ToIntFunction<Map.Entry<K, V>> map, int basis, IntBinaryOperator reducer) {
        if (map == null) throw new NullPointerException();
        return reduceToInt(p, (key, value) -> map.applyAsInt(entry()), basis, reducer);
    }

    /** The keys, to which some can be added where there is a value for them. */
    public static final class KeySetView<K, V> extends java.util.AbstractSet<K> implements Set<K>, java.io.Serializable {
        private final ConcurrentHashMap<K, V> map;
        private final V mapped;

        KeySetView(ConcurrentHashMap<K, V> map, V mapped) {
            this.map = map;
            this.mapped = mapped;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return mapped;
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
            return map.remove(key) != null;
        }

        public java.util.Iterator<K> iterator() {
            return map.walk();
        }

        public boolean add(K key) {
            if (mapped == null) throw new UnsupportedOperationException();
            return map.putIfAbsent(key, mapped) == null;
        }

        public boolean addAll(Collection<? extends K> keys) {
            if (mapped == null) throw new UnsupportedOperationException();
            boolean added = false;
            for (K key : keys) added |= add(key);
            return added;
        }

        public void clear() {
            map.clear();
        }

        public void forEach(Consumer<? super K> action) {
            map.forEachKey(0, action);
        }
    }

    private java.util.Iterator<K> walk() {
        return super.keySet().iterator();
    }
}
