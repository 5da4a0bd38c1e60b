package etiquette;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** What sets have in common: a size, and a count of changes. Which elements are there is not known, unless there are none. */
public abstract class Distinct<E> extends AbstractSet<E> {
    private final Bag elements = new Bag();
    private int size;
    private int changes;

    private boolean has(Object element) {
        if (element != null) element.hashCode();
        if (size == 0) return false;
        if (element != null && Unknown.aBoolean()) element.equals(elements.take());
        return Unknown.aBoolean();
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object element) {
        return has(element);
    }

    public boolean add(E element) {
        if (has(element)) return false;
        if (size == Integer.MAX_VALUE) Unknown.never();
        size++;
        changes++;
        elements.put(element);
        return true;
    }

    public boolean remove(Object element) {
        if (!has(element)) return false;
        size--;
        changes++;
        return true;
    }

    public void clear() {
        changes++;
        size = 0;
    }

    public boolean addAll(Collection<? extends E> from) {
        int before = size;
        for (E element : from) add(element);
        return size != before;
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** How many elements are left, and whether there is one to remove. */
    static final class Walk<E> implements Iterator<E> {
        private final Distinct<E> set;
        private int left;
        private int expected;
        private boolean hasLast;

        Walk(Distinct<E> set) {
            this.set = set;
            left = set.size;
            expected = set.changes;
        }

        public boolean hasNext() {
            return left > 0;
        }

        public E next() {
            if (set.changes != expected) throw new ConcurrentModificationException();
            if (left <= 0) throw new NoSuchElementException();
            left--;
            hasLast = true;
            return (E) set.elements.take();
        }

        public void remove() {
            if (!hasLast) throw new IllegalStateException();
            if (set.changes != expected) throw new ConcurrentModificationException();
            hasLast = false;
            set.size--;
            set.changes++;
            expected = set.changes;
        }
    }
}
