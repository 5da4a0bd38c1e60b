package java.util;

import etiquette.Sequence;
import etiquette.Unknown;
import java.util.function.UnaryOperator;

/** A list with names of its own for what lists do, and with other exceptions. */
public class Vector<E> extends Sequence<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    public Vector(int capacity, int increment) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public Vector(int capacity) {
        this(capacity, 0);
    }

    public Vector() {}

    public Vector(Collection<? extends E> from) {
        super(from);
    }

    protected void refuse() {
        throw new ArrayIndexOutOfBoundsException();
    }

    public void copyInto(Object[] to) {
        if (to == null) throw new NullPointerException();
        if (to.length < size()) throw new ArrayIndexOutOfBoundsException();
        toArray(to);
    }

    public void trimToSize() {
        modCount++;
    }

    public void ensureCapacity(int capacity) {
        if (capacity > 0) modCount++;
    }

    public void setSize(int size) {
        modCount++;
        if (size < 0) throw new ArrayIndexOutOfBoundsException();
        resize(size);
    }

    public int capacity() {
        int more = Unknown.below(Integer.MAX_VALUE);
        return size() + more < 0 ? size() : size() + more;
    }

    public Enumeration<E> elements() {
        return new Each<E>(this);
    }

    public int indexOf(Object object, int from) {
        if (from < 0) throw new ArrayIndexOutOfBoundsException();
        int found = indexOf(object);
        return found < from ? -1 : found;
    }

    public int lastIndexOf(Object object, int from) {
        if (from >= size()) throw new IndexOutOfBoundsException();
        if (from < 0) return -1;
        int found = indexOf(object);
        return found > from ? -1 : found;
    }

    public E elementAt(int index) {
        return get(index);
    }

    public E firstElement() {
        if (size() == 0) throw new NoSuchElementException();
        return any();
    }

    public E lastElement() {
        if (size() == 0) throw new NoSuchElementException();
        return any();
    }

    public void setElementAt(E element, int index) {
        set(index, element);
    }

    public void removeElementAt(int index) {
        check(index);
        drop();
    }

    public void insertElementAt(E element, int index) {
        if (index > size()) throw new ArrayIndexOutOfBoundsException();
        modCount++;
        if (index < 0) throw new ArrayIndexOutOfBoundsException();
        append(element);
    }

    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    public void addElement(E element) {
        append(element);
    }

    public E remove(int index) {
        modCount++;
        check(index);
        drop();
        return any();
    }

    public boolean removeElement(Object object) {
        modCount++;
        if (indexOf(object) < 0) return false;
        drop();
        return true;
    }

    public boolean remove(Object object) {
        return removeElement(object);
    }

    public void removeAllElements() {
        modCount++;
        resize(0);
    }

    public void clear() {
        removeAllElements();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        super.replaceAll(operator);
        modCount++;
    }

    public Object clone() {
        return new Vector<E>(this);
    }

    /** What elements() gives. */
    static final class Each<E> implements Enumeration<E> {
        private final Vector<E> vector;
        private int next;

        Each(Vector<E> vector) {
            this.vector = vector;
        }

        public boolean hasMoreElements() {
            return next < vector.size();
        }

        public E nextElement() {
            if (next >= vector.size()) throw new NoSuchElementException();
            next++;
            return vector.any();
        }
    }
}
