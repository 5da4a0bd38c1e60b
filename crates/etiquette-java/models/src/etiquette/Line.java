package etiquette;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What queues and deques that take no null have in common: a size, a limit, and how often they were changed. */
public abstract class Line<E> extends AbstractQueue<E> implements Watched {
    /** The limit of a line that has none. */
    protected static final int UNBOUNDED = -1;

    private final Bag elements = new Bag();
    private final int limit;
    /** Whether iterators may notice changes that were not made by them. */
    private final boolean isFailFast;
    private int size;
    private int changes;

    protected Line(int limit, boolean isFailFast) {
        this.limit = limit;
        this.isFailFast = isFailFast;
    }

    /** An element. */
    public final E some() {
        return (E) Unknown.orSome(elements.take());
    }

    /** How often it was changed. */
    protected final int changes() {
        return changes;
    }

    public final int changed() {
        return changes;
    }

    public Stream<E> stream() {
        return new ObjectPipeline<E>(this);
    }

    public Stream<E> parallelStream() {
        return new ObjectPipeline<E>(this);
    }

    /** Iterators are to notice. */
    protected final void touched() {
        changes++;
    }

    /** One element goes. */
    protected final void drop() {
        changes++;
        size--;
    }

    private boolean isFull() {
        if (limit == UNBOUNDED && size == Integer.MAX_VALUE) Unknown.never();
        return size == limit;
    }

    public boolean offer(E element) {
        if (element == null) throw new NullPointerException();
        if (isFull()) return false;
        changes++;
        size++;
        elements.put(element);
        return true;
    }

    public E poll() {
        if (size == 0) return null;
        drop();
        return some();
    }

    public E peek() {
        return size == 0 ? null : some();
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void clear() {
        changes++;
        size = 0;
    }

    public boolean add(E element) {
        if (!offer(element)) throw new IllegalStateException();
        return true;
    }

    public E remove() {
        if (size == 0) throw new NoSuchElementException();
        return poll();
    }

    public E element() {
        if (size == 0) throw new NoSuchElementException();
        return some();
    }

    public boolean addAll(Collection<? extends E> from) {
        if (from == null) throw new NullPointerException();
        if (from == this) throw new IllegalArgumentException();
        int before = size;
        for (E element : from) add(element);
        return size != before;
    }

    public boolean contains(Object object) {
        if (object == null || size == 0) return false;
        if (Unknown.aBoolean()) object.equals(elements.take());
        return Unknown.aBoolean();
    }

    public boolean remove(Object object) {
        if (!contains(object)) return false;
        drop();
        return true;
    }

    private boolean removeSome() {
        if (size == 0 || !Unknown.aBoolean()) return false;
        changes++;
        size -= 1 + Unknown.below(size);
        return true;
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        int before = changes;
        forEach(filter::test);
        return removeSome() || changes != before && Unknown.aBoolean();
    }

    public boolean removeAll(Collection<?> others) {
        if (others == null) throw new NullPointerException();
        if (size > 0) others.contains(some());
        return removeSome();
    }

    public boolean retainAll(Collection<?> others) {
        return removeAll(others);
    }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        int before = changes;
        for (int left = size; left > 0; left--) {
            noticed(before);
            action.accept(some());
        }
        noticed(before);
    }

    private void noticed(int before) {
        if (isFailFast && changes != before && Unknown.aBoolean()) throw new ConcurrentModificationException();
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

    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }

    public Iterator<E> descendingIterator() {
        return new Walk<E>(this);
    }

    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, 0);
    }

    // Waiting: nobody else is there to make room, or to bring anything.

    public void put(E element) throws InterruptedException {
        if (element == null) throw new NullPointerException();
        if (Thread.interrupted()) throw new InterruptedException();
        if (!offer(element)) Unknown.never();
    }

    public E take() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        if (size == 0) Unknown.never();
        return poll();
    }

    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        if (element == null || unit == null) throw new NullPointerException();
        if (Thread.interrupted()) throw new InterruptedException();
        return offer(element);
    }

    public E poll(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) throw new NullPointerException();
        if (Thread.interrupted()) throw new InterruptedException();
        return poll();
    }

    public int remainingCapacity() {
        return limit == UNBOUNDED ? Integer.MAX_VALUE : limit - size;
    }

    public int drainTo(Collection<? super E> to) {
        return drainTo(to, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> to, int most) {
        if (to == null) throw new NullPointerException();
        if (to == this) throw new IllegalArgumentException();
        int drained = 0;
        for (; drained < most && size > 0; drained++) to.add(poll());
        return drained;
    }

    // Both ends: which element is where is not known.

    public void addFirst(E element) {
        add(element);
    }

    public void addLast(E element) {
        add(element);
    }

    public boolean offerFirst(E element) {
        return offer(element);
    }

    public boolean offerLast(E element) {
        return offer(element);
    }

    public E removeFirst() {
        return remove();
    }

    public E removeLast() {
        return remove();
    }

    public E pollFirst() {
        return poll();
    }

    public E pollLast() {
        return poll();
    }

    public E getFirst() {
        return element();
    }

    public E getLast() {
        return element();
    }

    public E peekFirst() {
        return peek();
    }

    public E peekLast() {
        return peek();
    }

    public boolean removeFirstOccurrence(Object object) {
        return remove(object);
    }

    public boolean removeLastOccurrence(Object object) {
        return remove(object);
    }

    public void push(E element) {
        add(element);
    }

    public E pop() {
        return remove();
    }

    public void putFirst(E element) throws InterruptedException {
        put(element);
    }

    public void putLast(E element) throws InterruptedException {
        put(element);
    }

    public E takeFirst() throws InterruptedException {
        return take();
    }

    public E takeLast() throws InterruptedException {
        return take();
    }

    public boolean offerFirst(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element, time, unit);
    }

    public boolean offerLast(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element, time, unit);
    }

    public E pollFirst(long time, TimeUnit unit) throws InterruptedException {
        return poll(time, unit);
    }

    public E pollLast(long time, TimeUnit unit) throws InterruptedException {
        return poll(time, unit);
    }

    /** How many are left, and whether there is one to remove. What others change is noticed at some time. */
    static final class Walk<E> implements Iterator<E> {
        private final Line<E> line;
        private int left;
        private int expected;
        private boolean hasLast;

        Walk(Line<E> line) {
            this.line = line;
            left = line.size;
            expected = line.changes;
        }

        public boolean hasNext() {
            return left > 0;
        }

        public E next() {
            if (left <= 0) throw new NoSuchElementException();
            if (line.changes != expected) changed();
            left--;
            hasLast = true;
            return line.some();
        }

        private void changed() {
            line.noticed(expected);
            expected = line.changes;
            left = 1 + Unknown.below(Integer.MAX_VALUE);
        }

        public void forEachRemaining(Consumer<? super E> action) {
            if (action == null) throw new NullPointerException();
            while (hasNext()) action.accept(next());
            line.noticed(expected);
        }

        public void remove() {
            if (!hasLast) throw new IllegalStateException();
            hasLast = false;
            boolean isThere = line.changes == expected || line.size > 0 && Unknown.aBoolean();
            boolean wasSame = line.changes == expected;
            if (isThere) line.size--;
            line.changes++;
            expected = wasSame ? line.changes : line.changes - 1;
        }
    }
}
