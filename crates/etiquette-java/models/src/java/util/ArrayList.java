package java.util;

import etiquette.Bag;
import etiquette.Unknown;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A size and a count of changes. */
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private final Bag elements = new Bag();
    int size;

    public ArrayList(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public ArrayList() {}

    public ArrayList(Collection<? extends E> from) {
        Object[] given = from.toArray();
        elements.putAll(given);
        size = given.length;
    }

    public void trimToSize() {
        modCount++;
    }

    public void ensureCapacity(int capacity) {
        if (Unknown.aBoolean()) modCount++;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public int indexOf(Object object) {
        if (size == 0) return -1;
        if (object != null && Unknown.aBoolean()) object.equals(elements.take());
        return Unknown.aBoolean() ? Unknown.below(size) : -1;
    }

    public int lastIndexOf(Object object) {
        return indexOf(object);
    }

    public Object clone() {
        return new ArrayList<E>(this);
    }

    public Object[] toArray() {
        Object[] all = new Object[size];
        elements.takeAll(all);
        return all;
    }

    public <T> T[] toArray(T[] to) {
        T[] all = to.length < size ? Arrays.copyOf(to, size) : to;
        elements.takeAll(all);
        return all;
    }

    private void check(int index) {
        if (index < 0 || index >= size) throw new IndexOutOfBoundsException();
    }

    private void checkPlace(int index) {
        if (index < 0 || index > size) throw new IndexOutOfBoundsException();
    }

    public E get(int index) {
        check(index);
        return (E) elements.take();
    }

    public E set(int index, E element) {
        check(index);
        elements.put(element);
        return (E) elements.take();
    }

    private void grow(int by) {
        if (by > Integer.MAX_VALUE - size) throw new OutOfMemoryError();
        size += by;
    }

    public boolean add(E element) {
        modCount++;
        grow(1);
        elements.put(element);
        return true;
    }

    public void add(int index, E element) {
        checkPlace(index);
        add(element);
    }

    public E remove(int index) {
        check(index);
        modCount++;
        size--;
        return (E) elements.take();
    }

    public boolean equals(Object object) {
        int before = modCount;
        boolean same = object == this || object instanceof List && Unknown.aBoolean();
        if (before != modCount) throw new ConcurrentModificationException();
        return same;
    }

    public int hashCode() {
        return Unknown.anInt();
    }

    public boolean remove(Object object) {
        if (!contains(object)) return false;
        modCount++;
        size--;
        return true;
    }

    public void clear() {
        modCount++;
        size = 0;
    }

    public boolean addAll(Collection<? extends E> from) {
        Object[] given = from.toArray();
        modCount++;
        grow(given.length);
        elements.putAll(given);
        return given.length > 0;
    }

    public boolean addAll(int index, Collection<? extends E> from) {
        checkPlace(index);
        return addAll(from);
    }

    protected void removeRange(int from, int to) {
        if (from > to) throw new IndexOutOfBoundsException();
        modCount++;
        if (from < 0 || to > size) throw new IndexOutOfBoundsException();
        size -= to - from;
    }

    private boolean removeSome() {
        if (size == 0 || !Unknown.aBoolean()) return false;
        size -= 1 + Unknown.below(size);
        modCount += Unknown.anInt();
        return true;
    }

    public boolean removeAll(Collection<?> others) {
        if (others == null) throw new NullPointerException();
        if (size > 0) others.contains(elements.take());
        return removeSome();
    }

    public boolean retainAll(Collection<?> others) {
        return removeAll(others);
    }

    public ListIterator<E> listIterator(int index) {
        checkPlace(index);
        return new Itr<E>(this, index);
    }

    public ListIterator<E> listIterator() {
        return new Itr<E>(this, 0);
    }

    public Iterator<E> iterator() {
        return new Itr<E>(this, 0);
    }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size && before == modCount; i++) action.accept((E) elements.take());
        if (before != modCount) throw new ConcurrentModificationException();
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size; i++) filter.test((E) elements.take());
        if (before != modCount) throw new ConcurrentModificationException();
        return removeSome();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size && before == modCount; i++) elements.put(operator.apply((E) elements.take()));
        if (before != modCount) throw new ConcurrentModificationException();
    }

    public void sort(Comparator<? super E> order) {
        int before = modCount;
        while (size > 1 && Unknown.aBoolean()) {
            if (order != null) order.compare((E) elements.take(), (E) elements.take());
        }
        if (before != modCount) throw new ConcurrentModificationException();
        modCount++;
    }

    /** Both kinds of iterators: one that is given out as an Iterator is only asked for what that has. */
    static final class Itr<E> implements ListIterator<E> {
        private final ArrayList<E> list;
        private int cursor;
        private int last = -1;
        private int expected;

        Itr(ArrayList<E> list, int cursor) {
            this.list = list;
            this.cursor = cursor;
            this.expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            return cursor != list.size;
        }

        public E next() {
            check();
            if (cursor >= list.size) throw new NoSuchElementException();
            last = cursor;
            cursor = last + 1;
            return (E) list.elements.take();
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public E previous() {
            check();
            if (cursor <= 0) throw new NoSuchElementException();
            cursor = cursor - 1;
            last = cursor;
            return (E) list.elements.take();
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            check();
            if (last >= list.size) throw new ConcurrentModificationException();
            list.remove(last);
            cursor = last;
            last = -1;
            expected = list.modCount;
        }

        public void set(E element) {
            if (last < 0) throw new IllegalStateException();
            check();
            if (last >= list.size) throw new ConcurrentModificationException();
            list.elements.put(element);
        }

        public void add(E element) {
            check();
            if (cursor > list.size) throw new ConcurrentModificationException();
            list.add(element);
            cursor = cursor + 1;
            last = -1;
            expected = list.modCount;
        }

        public void forEachRemaining(Consumer<? super E> action) {
            if (action == null) throw new NullPointerException();
            while (cursor < list.size && list.modCount == expected) {
                action.accept((E) list.elements.take());
                last = cursor;
                cursor++;
            }
            check();
        }
    }
}
