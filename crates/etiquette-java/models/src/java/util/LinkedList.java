package java.util;

import etiquette.Sequence;
import etiquette.Unknown;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list with two ends. */
public class LinkedList<E> extends Sequence<E> implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    public LinkedList() {}

    public LinkedList(Collection<? extends E> from) {
        super(from);
    }

    protected boolean isLinked() {
        return true;
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

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        for (E element : this) action.accept(element);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        int before = modCount;
        for (int i = 0; i < size() && before == modCount; i++) filter.test(any());
        // What the filter changes is noticed where it is asked again, or something is to go.
        boolean isChanged = before != modCount;
        if (isChanged && Unknown.aBoolean()) throw new ConcurrentModificationException();
        return removeSome() || isChanged && Unknown.aBoolean();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        for (ListIterator<E> each = listIterator(); each.hasNext(); ) each.set(operator.apply(each.next()));
    }

    public void sort(Comparator<? super E> order) {
        while (size() > 1 && Unknown.aBoolean()) {
            if (order != null) order.compare(any(), any());
        }
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
