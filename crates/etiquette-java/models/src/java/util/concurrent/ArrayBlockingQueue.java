package java.util.concurrent;

import etiquette.Line;
import java.util.Collection;

/** A line with a limit. */
public class ArrayBlockingQueue<E> extends Line<E> implements BlockingQueue<E>, java.io.Serializable {
    public ArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, false);
        if (capacity <= 0) throw new IllegalArgumentException();
    }

    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> from) {
        this(capacity, fair);
        for (E element : from) {
            if (!offer(element)) throw new IllegalArgumentException();
        }
    }
}
