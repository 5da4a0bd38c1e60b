package java.util;

import etiquette.Line;
import etiquette.Unknown;
import java.util.function.Predicate;

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
        touched();
        if (order != null && Unknown.aBoolean()) order.compare(element, peek());
        if (order == null && Unknown.aBoolean()) ((Comparable<? super E>) element).compareTo(peek());
        return super.offer(element);
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    /** Counts as a change even where nothing goes. */
    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        touched();
        return super.removeIf(filter);
    }

    public boolean removeAll(Collection<?> others) {
        if (others == null) throw new NullPointerException();
        touched();
        return super.removeAll(others);
    }

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    /** Goes by places. What is removed may put an element into a place that was visited, which is kept for later. */
    static final class Walk<E> implements Iterator<E> {
        private final PriorityQueue<E> queue;
        private int cursor;
        private int expected;
        private boolean hasLast;
        private boolean hasRemoved;

        Walk(PriorityQueue<E> queue) {
            this.queue = queue;
            expected = queue.changes();
        }

        private void check() {
            if (queue.changes() != expected) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            if (hasRemoved && queue.changes() != expected) return Unknown.aBoolean();
            return cursor < queue.size();
        }

        public E next() {
            check();
            if (cursor >= queue.size()) throw new NoSuchElementException();
            cursor++;
            hasLast = true;
            return queue.some();
        }

        public void remove() {
            check();
            if (!hasLast) throw new IllegalStateException();
            hasLast = false;
            hasRemoved = true;
            cursor--;
            queue.drop();
            expected = queue.changes();
        }
    }
}
