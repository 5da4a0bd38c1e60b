package java.util.concurrent;

import etiquette.Line;
import java.util.Collection;

/** A line with a limit. */
public class LinkedBlockingDeque<E> extends Line<E> implements BlockingDeque<E>, java.io.Serializable {
    public LinkedBlockingDeque() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingDeque(int capacity) {
        super(capacity, false);
        if (capacity <= 0) throw new IllegalArgumentException();
    }

    public LinkedBlockingDeque(Collection<? extends E> from) {
        this(Integer.MAX_VALUE);
        addAll(from);
    }
}
