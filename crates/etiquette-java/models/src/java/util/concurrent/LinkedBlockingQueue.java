package java.util.concurrent;

import etiquette.Line;
import java.util.Collection;

/** A line with a limit. */
public class LinkedBlockingQueue<E> extends Line<E> implements BlockingQueue<E>, java.io.Serializable {
    public LinkedBlockingQueue() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingQueue(int capacity) {
        super(capacity, false);
        if (capacity <= 0) throw new IllegalArgumentException();
    }

    public LinkedBlockingQueue(Collection<? extends E> from) {
        this(Integer.MAX_VALUE);
        for (E element : from) add(element);
    }
}
