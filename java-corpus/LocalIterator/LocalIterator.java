import java.util.Iterator;
import java.util.NoSuchElementException;

/** Items, and methods that walk over them with an iterator that nobody else sees. */
public class LocalIterator implements Iterable<Object> {
    private final Object[] items = new Object[4];
    private boolean closed;

    @Override
    public Iterator<Object> iterator() {
        return new Items();
    }

    public void close() {
        closed = true;
    }

    /** Right: what is removed was returned before. */
    public void clear() {
        if (closed) {
            throw new IllegalStateException();
        }
        Iterator<Object> all = iterator();
        while (all.hasNext()) {
            all.next();
            all.remove();
        }
    }

    /** Wrong: nothing was returned yet. */
    public void removeFirst() {
        iterator().remove();
    }

    private class Items implements Iterator<Object> {
        private int next;
        private boolean canRemove;

        @Override
        public boolean hasNext() {
            return next < items.length;
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            canRemove = true;
            return items[next++];
        }

        @Override
        public void remove() {
            if (!canRemove) {
                throw new IllegalStateException();
            }
            canRemove = false;
            items[next - 1] = null;
        }
    }
}
