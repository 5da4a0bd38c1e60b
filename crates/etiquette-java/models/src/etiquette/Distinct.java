package etiquette;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** What sets have in common: a size, and a count of changes. Which elements are there is not known, unless there are none. */
public abstract class Distinct<E> extends AbstractSet<E> implements Watched {
    private final Bag elements = new Bag();
    /** Whether iterators notice changes that they did not make. */
    private final boolean isFailFast;
    private int size;
    private int changes;

    protected Distinct(boolean isFailFast) {
        this.isFailFast = isFailFast;
    }

    protected final E any() {
        return (E) elements.take();
    }

    /** Others are compared with this one from now on. */
    protected final void keep(E element) {
        elements.put(element);
    }

    /** One element goes, if there is any. */
    protected final void dropOne() {
        if (size == 0) return;
        size--;
        changes++;
    }

    /** Whether iterators at their end do not look for changes. */
    protected boolean endsFirst() {
        return false;
    }

    protected boolean has(Object element) {
        if (element != null) element.hashCode();
        if (size == 0) return false;
        if (element != null && Unknown.aBoolean()) element.equals(elements.take());
        return Unknown.aBoolean();
    }

    public int changed() {
        return changes;
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
        boolean isThere = has(element);
        if (isThere) dropOne();
        return isThere;
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

        private void check() {
            if (set.isFailFast && set.changes != expected) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            return left > 0;
        }

        public E next() {
            if (left <= 0 && set.endsFirst()) throw new NoSuchElementException();
            check();
            if (left <= 0) throw new NoSuchElementException();
            if (set.changes != expected) left = 1 + Unknown.below(Integer.MAX_VALUE);
            left--;
            hasLast = true;
            return set.any();
        }

        public void remove() {
            if (!hasLast) throw new IllegalStateException();
            check();
            hasLast = false;
            boolean wasSame = set.changes == expected;
            if (wasSame || Unknown.aBoolean()) set.dropOne();
            if (wasSame) expected = set.changes;
        }
    }
}
