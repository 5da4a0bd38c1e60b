package java.util;

import etiquette.Sequence;
import etiquette.Unknown;

/** A list with two ends. */
public class LinkedList<E> extends Sequence<E> implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    public LinkedList() {}

    public LinkedList(Collection<? extends E> from) {
        super(from);
    }

    public boolean addAll(Collection<? extends E> from) {
        return addAll(size(), from);
    }

    public boolean addAll(int index, Collection<? extends E> from) {
        int before = modCount;
        boolean changed = super.addAll(index, from);
        if (!changed) modCount = before;
        return changed;
    }

    public E getFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return any();
    }

    public E getLast() {
        return getFirst();
    }

    public E removeFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return remove(0);
    }

    public E removeLast() {
        return removeFirst();
    }

    public void addFirst(E element) {
        add(element);
    }

    public void addLast(E element) {
        add(element);
    }

    public E peek() {
        return isEmpty() ? null : any();
    }

    public E element() {
        return getFirst();
    }

    public E poll() {
        return isEmpty() ? null : remove(0);
    }

    public E remove() {
        return removeFirst();
    }

    public boolean offer(E element) {
        return add(element);
    }

    public boolean offerFirst(E element) {
        return add(element);
    }

    public boolean offerLast(E element) {
        return add(element);
    }

    public E peekFirst() {
        return peek();
    }

    public E peekLast() {
        return peek();
    }

    public E pollFirst() {
        return poll();
    }

    public E pollLast() {
        return poll();
    }

    public void push(E element) {
        add(element);
    }

    public E pop() {
        return removeFirst();
    }

    public boolean removeFirstOccurrence(Object object) {
        return remove(object);
    }

    public boolean removeLastOccurrence(Object object) {
        return remove(object);
    }

    public Iterator<E> descendingIterator() {
        return new Backwards<E>(listIterator(size()));
    }

    public Object clone() {
        return new LinkedList<E>(this);
    }

    static final class Backwards<E> implements Iterator<E> {
        private final ListIterator<E> elements;

        Backwards(ListIterator<E> elements) {
            this.elements = elements;
        }

        public boolean hasNext() {
            return elements.hasPrevious();
        }

        public E next() {
            return elements.previous();
        }

        public void remove() {
            elements.remove();
        }
    }
}
