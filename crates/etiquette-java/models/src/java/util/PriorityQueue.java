package java.util;

import etiquette.Line;
import etiquette.Unknown;

/** A line without a limit. That elements can be compared is left open. */
public class PriorityQueue<E> extends Line<E> implements java.io.Serializable {
    private final Comparator<? super E> order;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> order) {
        this(11, order);
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        super(UNBOUNDED, true);
        if (capacity < 1) throw new IllegalArgumentException();
        this.order = order;
    }

    public PriorityQueue(Collection<? extends E> from) {
        this(11, null);
        addAll(from);
    }

    public PriorityQueue(PriorityQueue<? extends E> from) {
        this((Collection<? extends E>) from);
    }

    public PriorityQueue(SortedSet<? extends E> from) {
        this((Collection<? extends E>) from);
    }

    public boolean offer(E element) {
        if (element == null) throw new NullPointerException();
        if (order != null && Unknown.aBoolean()) order.compare(element, peek());
        if (order == null && Unknown.aBoolean()) ((Comparable<? super E>) element).compareTo(peek());
        return super.offer(element);
    }

    public Comparator<? super E> comparator() {
        return order;
    }
}
