package java.util;

import etiquette.Sequence;
import etiquette.Unknown;
import java.util.function.UnaryOperator;

/** A list. */
public class ArrayList<E> extends Sequence<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    public ArrayList(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public ArrayList() {}

    public ArrayList(Collection<? extends E> from) {
        super(from);
    }

    public void trimToSize() {
        modCount++;
    }

    public void ensureCapacity(int capacity) {
        if (Unknown.aBoolean()) modCount++;
    }

    public void replaceAll(UnaryOperator<E> operator) {
        super.replaceAll(operator);
        modCount++;
    }

    public Object clone() {
        return new ArrayList<E>(this);
    }
}
