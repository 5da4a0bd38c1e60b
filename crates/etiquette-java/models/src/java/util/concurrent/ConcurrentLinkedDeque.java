package java.util.concurrent;

import etiquette.Line;
import java.util.Collection;
import java.util.Deque;

/** A line without a limit, whose iterators never mind. */
public class ConcurrentLinkedDeque<E> extends Line<E> implements Deque<E>, java.io.Serializable {
    public ConcurrentLinkedDeque() {
        super(UNBOUNDED, false);
    }

    public ConcurrentLinkedDeque(Collection<? extends E> from) {
        this();
        for (E element : from) offer(element);
    }

    public boolean remove(Object object) {
        if (object == null) throw new NullPointerException();
        return super.remove(object);
    }
}
