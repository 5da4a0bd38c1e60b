package etiquette;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.NoSuchElementException;

/** A view of a sorted set: all of it, the other way round, or a part of it. How much of it is in a part is not known. */
final class Segment<E> extends AbstractSet<E> implements NavigableSet<E> {
    private final Ordered<E> set;
    private final boolean isWhole;

    Segment(Ordered<E> set, boolean isWhole) {
        this.set = set;
        this.isWhole = isWhole;
    }

    /** Whether there is anything in it. */
    private boolean isThere() {
        if (!isWhole) set.compareOthers();
        return !set.isEmpty() && (isWhole || Unknown.aBoolean());
    }

    /** Whether an element is inside of the part. */
    private boolean covers(Object element) {
        if (isWhole) set.compare(element);
        else set.check(element);
        return isWhole || Unknown.aBoolean();
    }

    public int size() {
        if (isWhole) return set.size();
        set.compareOthers();
        return Unknown.below(set.size() + 1);
    }

    public boolean isEmpty() {
        return !isThere();
    }

    public boolean contains(Object element) {
        return covers(element) && set.contains(element);
    }

    public boolean add(E element) {
        if (!covers(element)) throw new IllegalArgumentException();
        return set.add(element);
    }

    public boolean remove(Object element) {
        return covers(element) && set.remove(element);
    }

    public void clear() {
        if (isWhole) set.clear();
        while (isThere()) set.dropOne();
    }

    public Comparator<? super E> comparator() {
        Comparator<? super E> order = set.comparator();
        return isWhole || Unknown.aBoolean() ? Collections.reverseOrder((Comparator<E>) order) : order;
    }

    public E first() {
        if (!isThere()) throw new NoSuchElementException();
        return set.any();
    }

    public E pollFirst() {
        return isThere() ? set.pollFirst() : null;
    }

    /** The bound of a part may tell enough. */
    private E near(E element) {
        if (isWhole || Unknown.aBoolean()) set.compare(element);
        else set.check(element);
        return !set.isEmpty() && Unknown.aBoolean() ? set.any() : null;
    }

    public Iterator<E> iterator() {
        if (!isWhole) set.compareOthers();
        return new Part.Some<E>(set.iterator(), isWhole);
    }

    public NavigableSet<E> descendingSet() {
        return new Segment<E>(set, isWhole);
    }

    /** A part of the part, which may be refused. */
    private Segment<E> between(E from, E to) {
        set.between(from, to);
        return upTo(to);
    }

    private Segment<E> upTo(E bound) {
        set.upTo(bound);
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
        return new Segment<E>(set, false);
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
