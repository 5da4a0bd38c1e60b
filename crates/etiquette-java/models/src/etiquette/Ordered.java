package etiquette;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.NoSuchElementException;

/** What sorted sets have in common. Which element is where is not known. */
public abstract class Ordered<E> extends Distinct<E> implements NavigableSet<E> {
    private final Comparator<? super E> order;

    protected Ordered(boolean isFailFast, Comparator<? super E> order) {
        super(isFailFast);
        this.order = order;
    }

    protected boolean endsFirst() {
        return true;
    }

    /** Compares an element with others, or with itself. */
    protected void check(Object element) {
        if (order == null && element == null) throw new NullPointerException();
        if (order == null && Unknown.aBoolean()) ((Comparable<Object>) element).compareTo(other(element));
        while (order != null && Unknown.aBoolean()) order.compare((E) element, other(element));
    }

    private E other(Object element) {
        return Unknown.aBoolean() ? any() : (E) element;
    }

    /** Compares an element with those that are there. */
    protected void compare(Object element) {
        if (!isEmpty()) check(element);
    }

    /** Compares elements with those that limit a part. */
    final void compareOthers() {
        if (!isEmpty()) check(any());
    }

    protected boolean has(Object element) {
        if (order == null && element == null) throw new NullPointerException();
        compare(element);
        return !isEmpty() && Unknown.aBoolean();
    }

    public boolean add(E element) {
        check(element);
        return super.add(element);
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    public E first() {
        if (isEmpty()) throw new NoSuchElementException();
        return any();
    }

    public E pollFirst() {
        E first = isEmpty() ? null : any();
        dropOne();
        return first;
    }

    private E near(E element) {
        compare(element);
        return !isEmpty() && Unknown.aBoolean() ? any() : null;
    }

    public NavigableSet<E> descendingSet() {
        return new Segment<E>(this, true);
    }

    private void checkBound(E bound) {
        check(bound);
        keep(bound);
    }

    /** The part between two elements, which may be refused. */
    final Segment<E> between(E from, E to) {
        checkBound(from);
        checkBound(to);
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
        return new Segment<E>(this, false);
    }

    final Segment<E> upTo(E bound) {
        checkBound(bound);
        return new Segment<E>(this, false);
    }

    public E lower(E element) {
        return near(element);
    }

    public E floor(E element) {
        return near(element);
    }

    public E ceiling(E element) {
        return near(element);
    }

    public E higher(E element) {
        return near(element);
    }

    public E last() {
        return first();
    }

    public E pollLast() {
        return pollFirst();
    }

    public Iterator<E> descendingIterator() {
        return iterator();
    }

    public NavigableSet<E> subSet(E from, boolean withFrom, E to, boolean withTo) {
        return between(from, to);
    }

    public NavigableSet<E> headSet(E to, boolean withTo) {
        return upTo(to);
    }

    public NavigableSet<E> tailSet(E from, boolean withFrom) {
        return upTo(from);
    }

    public NavigableSet<E> subSet(E from, E to) {
        return between(from, to);
    }

    public NavigableSet<E> headSet(E to) {
        return upTo(to);
    }

    public NavigableSet<E> tailSet(E from) {
        return upTo(from);
    }
}
