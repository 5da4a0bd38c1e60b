package java.util;

import etiquette.Line;

/** A line without a limit. */
public class ArrayDeque<E> extends Line<E> implements Deque<E>, Cloneable, java.io.Serializable {
    public ArrayDeque() {
        super(UNBOUNDED, true);
    }

    public ArrayDeque(int capacity) {
        this();
    }

    public ArrayDeque(Collection<? extends E> from) {
        this();
        addAll(from);
    }

    public boolean addAll(Collection<? extends E> from) {
        int before = size();
        from.forEach(this::addLast);
        return size() > before;
    }

    public ArrayDeque<E> clone() {
        return new ArrayDeque<E>(this);
    }
}
