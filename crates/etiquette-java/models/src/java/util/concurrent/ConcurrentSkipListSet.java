package java.util.concurrent;

import etiquette.Ordered;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedSet;

/** A sorted set that takes no null, and whose iterators never mind. */
public class ConcurrentSkipListSet<E> extends Ordered<E> implements Cloneable, java.io.Serializable {
    public ConcurrentSkipListSet() {
        super(false, null);
    }

    public ConcurrentSkipListSet(Comparator<? super E> order) {
        super(false, order);
    }

    public ConcurrentSkipListSet(Collection<? extends E> from) {
        super(false, null);
        addAll(from);
    }

    public ConcurrentSkipListSet(SortedSet<E> from) {
        super(false, from.comparator());
        addAll(from);
    }

    protected void check(Object element) {
        if (element == null) throw new NullPointerException();
        super.check(element);
    }

    protected void compare(Object element) {
        if (element == null) throw new NullPointerException();
        super.compare(element);
    }

    protected boolean has(Object element) {
        if (element == null) throw new NullPointerException();
        return super.has(element);
    }

    public ConcurrentSkipListSet<E> clone() {
        return new ConcurrentSkipListSet<E>((SortedSet<E>) this);
    }
}
