package java.util;

import etiquette.Ordered;

/** A sorted set. */
public class TreeSet<E> extends Ordered<E> implements Cloneable, java.io.Serializable {
    public TreeSet() {
        super(true, null);
    }

    public TreeSet(Comparator<? super E> order) {
        super(true, order);
    }

    public TreeSet(Collection<? extends E> from) {
        super(true, null);
        addAll(from);
    }

    public TreeSet(SortedSet<E> from) {
        super(true, from.comparator());
        addAll(from);
    }

    public Object clone() {
        return new TreeSet<E>((SortedSet<E>) this);
    }
}
