package etiquette;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What lists have in common: a size, and a count of changes. */
public abstract class Sequence<E> extends AbstractList<E> implements Watched {
    private final Bag elements = new Bag();
    private int size;

    protected Sequence() {}

    protected Sequence(Collection<? extends E> from) {
        Object[] given = from.toArray();
        elements.putAll(given);
        size = given.length;
    }

    /** An element, or null. */
    protected final E any() {
        return (E) elements.take();
    }

    public int changed() {
        return modCount;
    }

    public Object some() {
        return elements.take();
    }

    public Stream<E> stream() {
        return new ObjectPipeline<E>(this);
    }

    public Stream<E> parallelStream() {
        return new ObjectPipeline<E>(this);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Whether iterators look for changes in any case, and before anything else. */
    protected boolean isLinked() {
        return false;
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

    /** Refuses an index. */
    protected void refuse() {
        throw new IndexOutOfBoundsException();
    }

    protected final void check(int index) {
        if (index < 0 || index >= size) refuse();
    }

    private void checkPlace(int index) {
        if (index < 0 || index > size) refuse();
    }

    public E get(int index) {
        check(index);
        return any();
    }

    public E set(int index, E element) {
        check(index);
        elements.put(element);
        return any();
    }

    /** It may be there from now on. */
    protected final void keep(E element) {
        elements.put(element);
    }

    private void grow(int by) {
        if (by > Integer.MAX_VALUE - size) Unknown.never();
        size += by;
    }

    protected final void append(E element) {
        modCount++;
        grow(1);
        elements.put(element);
    }

    /** One element goes. */
    protected final void drop() {
        modCount++;
        size--;
    }

    protected final void resize(int to) {
        size = to;
    }

    public boolean add(E element) {
        append(element);
        return true;
    }

    public void add(int index, E element) {
        checkPlace(index);
        add(element);
    }

    public E remove(int index) {
        check(index);
        drop();
        return any();
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
        drop();
        return true;
    }

    public boolean containsAll(Collection<?> others) {
        if (others == this) return size == 0 || Unknown.aBoolean();
        Object[] asked = others.toArray();
        if (asked.length == 0) return true;
        contains(asked[0]);
        return Unknown.aBoolean();
    }

    public void clear() {
        modCount++;
        size = 0;
    }

    public boolean addAll(Collection<? extends E> from) {
        return appendAll(from);
    }

    private boolean appendAll(Collection<? extends E> from) {
        Object[] given = from.toArray();
        modCount++;
        grow(given.length);
        elements.putAll(given);
        return given.length > 0;
    }

    public boolean addAll(int index, Collection<? extends E> from) {
        checkPlace(index);
        return appendAll(from);
    }

    protected void removeRange(int from, int to) {
        if (from > to) throw new IndexOutOfBoundsException();
        modCount++;
        if (from < 0 || to > size) throw new IndexOutOfBoundsException();
        size -= to - from;
    }

    /** Some elements may go. For how many changes that counts is nothing that anybody notices. */
    protected final boolean removeSome() {
        if (size == 0 || !Unknown.aBoolean()) return false;
        size -= 1 + Unknown.below(size);
        modCount++;
        return true;
    }

    public boolean removeAll(Collection<?> others) {
        if (others == null) throw new NullPointerException();
        // An element is asked whether it is another one, which changes nothing.
        if (size > 0 && others != this) others.contains(elements.take());
        return removeSome();
    }

    public boolean retainAll(Collection<?> others) {
        return removeAll(others);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size) throw new IndexOutOfBoundsException();
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
        for (int i = 0; i < size && before == modCount; i++) action.accept(any());
        if (before != modCount) throw new ConcurrentModificationException();
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size; i++) filter.test(any());
        if (before != modCount) throw new ConcurrentModificationException();
        return removeSome();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size && before == modCount; i++) elements.put(operator.apply(any()));
        if (before != modCount) throw new ConcurrentModificationException();
    }

    public void sort(Comparator<? super E> order) {
        int before = modCount;
        while (size > 1 && Unknown.aBoolean()) {
            if (order != null) order.compare(any(), any());
        }
        if (before != modCount) throw new ConcurrentModificationException();
        modCount++;
    }

    /**
     * Both kinds of iterators: one that is given out as an Iterator is only asked for what that has. As long as nobody else
     * has changed the list, where an iterator is lies inside of it.
     */
    static final class Itr<E> implements ListIterator<E> {
        private final Sequence<E> list;
        private int cursor;
        private int last = -1;
        private int expected;

        Itr(Sequence<E> list, int cursor) {
            this.list = list;
            this.cursor = cursor;
            this.expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            return list.isLinked() ? cursor < list.size : cursor != list.size;
        }

        public E next() {
            check();
            if (cursor >= list.size) throw new NoSuchElementException();
            last = cursor;
            cursor = last + 1;
            return list.any();
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
            return list.any();
        }

        public void remove() {
            if (list.isLinked()) check();
            if (last < 0) throw new IllegalStateException();
            check();
            list.drop();
            cursor = last;
            last = -1;
            expected = list.modCount;
        }

        public void set(E element) {
            if (last < 0) throw new IllegalStateException();
            check();
            list.elements.put(element);
        }

        public void add(E element) {
            check();
            list.add(element);
            cursor = cursor + 1;
            last = -1;
            expected = list.modCount;
        }

        public void forEachRemaining(Consumer<? super E> action) {
            if (action == null) throw new NullPointerException();
            if (cursor >= list.size && !list.isLinked()) return;
            int before = cursor;
            while (cursor < list.size && list.modCount == expected && Unknown.aBoolean()) {
                action.accept(list.any());
                if (list.isLinked()) moveTo(1 + Unknown.below(list.size));
            }
            moveTo(list.modCount == expected ? Math.max(before, list.size) : 1 + Unknown.below(Integer.MAX_VALUE));
            check();
        }

        private void moveTo(int place) {
            cursor = place;
            last = place - 1;
        }
    }
}
