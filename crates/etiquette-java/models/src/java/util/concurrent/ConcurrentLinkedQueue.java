package java.util.concurrent;

import etiquette.Line;
import java.util.Collection;
import java.util.Queue;

/** A line without a limit, whose iterators never mind. */
public class ConcurrentLinkedQueue<E> extends Line<E> implements Queue<E>, java.io.Serializable {
    public ConcurrentLinkedQueue() {
        super(UNBOUNDED, false);
    }

    public ConcurrentLinkedQueue(Collection<? extends E> from) {
        this();
        for (E element : from) offer(element);
    }
}
