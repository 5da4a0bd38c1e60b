package java.util.concurrent;

import etiquette.Sequence;
import etiquette.Unknown;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list whose iterators see what was there when they were made. */
public class CopyOnWriteArrayList<E> extends Sequence<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    public CopyOnWriteArrayList() {}

    public CopyOnWriteArrayList(Collection<? extends E> from) {
        super(from);
    }

    public CopyOnWriteArrayList(E[] from) {
        super(Arrays.asList(from));
    }

    private void checkElement(int index) {
        if (index < 0 || index >= size()) throw new ArrayIndexOutOfBoundsException();
    }

    public E get(int index) {
        checkElement(index);
        return any();
    }

    /** A part of it notices that another element is set. */
    public E set(int index, E element) {
        checkElement(index);
        if (Unknown.aBoolean()) modCount++;
        return super.set(index, element);
    }

    public E remove(int index) {
        checkElement(index);
        return super.remove(index);
    }

    public int indexOf(E object, int from) {
        if (from < 0) throw new ArrayIndexOutOfBoundsException();
        int found = indexOf(object);
        return found < from ? -1 : found;
    }

    public int lastIndexOf(E object, int from) {
        if (from >= size()) throw new ArrayIndexOutOfBoundsException();
        int found = indexOf(object);
        return found > from ? -1 : found;
    }

    public boolean addIfAbsent(E element) {
        return !contains(element) && add(element);
    }

    public int addAllAbsent(Collection<? extends E> from) {
        int before = size();
        for (E element : from) addIfAbsent(element);
        return size() - before;
    }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        for (int left = size(); left > 0; left--) action.accept(any());
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        for (int left = size(); left > 0; left--) filter.test(any());
        return removeSome();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        int all = size();
        for (int left = all; left > 0; left--) keep(operator.apply(any()));
        resize(all);
        modCount++;
    }

    public void sort(Comparator<? super E> order) {
        while (size() > 1 && Unknown.aBoolean()) {
            if (order != null) order.compare(any(), any());
        }
        modCount++;
    }

    public List<E> subList(int from, int to) {
        if (from < 0 || to > size() || from > to) throw new IndexOutOfBoundsException();
        return super.subList(from, to);
    }

    public boolean addAll(Collection<? extends E> from) {
        return addAll(size(), from);
    }

    public boolean addAll(int index, Collection<? extends E> from) {
        if (from == null) throw new NullPointerException();
        int before = modCount;
        boolean changed = super.addAll(index, from);
        if (!changed) modCount = before;
        return changed;
    }

    public Iterator<E> iterator() {
        return new Snapshot<E>(this, 0);
    }

    public ListIterator<E> listIterator() {
        return new Snapshot<E>(this, 0);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) throw new IndexOutOfBoundsException();
        return new Snapshot<E>(this, index);
    }

    public Object clone() {
        return new CopyOnWriteArrayList<E>(this);
    }

    static final class Snapshot<E> implements ListIterator<E> {
        private final CopyOnWriteArrayList<E> list;
        private final int length;
        private int cursor;

        Snapshot(CopyOnWriteArrayList<E> list, int cursor) {
            this.list = list;
            this.length = list.size();
            this.cursor = cursor;
        }

        public boolean hasNext() {
            return cursor < length;
        }

        public boolean hasPrevious() {
            return cursor > 0;
        }

        public E next() {
            if (cursor >= length) throw new NoSuchElementException();
            cursor++;
            return list.any();
        }

        public E previous() {
            if (cursor <= 0) throw new NoSuchElementException();
            cursor--;
            return list.any();
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }
}
