package java.util;

/** A vector with a top. */
public class Stack<E> extends Vector<E> {
    public Stack() {}

    public E push(E item) {
        addElement(item);
        return item;
    }

    public E pop() {
        E top = peek();
        removeElementAt(size() - 1);
        return top;
    }

    public E peek() {
        if (size() == 0) throw new EmptyStackException();
        return elementAt(size() - 1);
    }

    public boolean empty() {
        return size() == 0;
    }

    public int search(Object object) {
        int last = lastIndexOf(object);
        return last < 0 ? -1 : size() - last;
    }
}
