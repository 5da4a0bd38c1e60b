import java.util.Iterator;

/** Calls objects that nobody knows by names that are published, and hands out one whose methods fail. */
public class Bound implements Iterable<Object> {
    private static final Log LOG = make();
    private final Object[] items = new Object[8];
    private boolean closed;

    /** Something of which no code is there. */
    interface Log {
        void say(String what);
    }

    private static native Log make();

    @Override
    public Iterator<Object> iterator() {
        return new Items();
    }

    public int indexOf(Object item) {
        for (int index = 0; index < items.length; index++) {
            if (item.equals(items[index])) {
                return index;
            }
        }
        return -1;
    }

    public void forEachOf(Iterable<Object> given) {
        given.forEach(item -> add(item));
    }

    public void removeFirst() {
        Iterator<Object> all = iterator();
        all.remove();
    }

    public void add(Object item) {
        if (closed) {
            LOG.say("closed");
            throw new IllegalStateException();
        }
        items[0] = item;
    }

    public void close() {
        closed = true;
    }

    private class Items implements Iterator<Object> {
        private int last = -1;

        @Override
        public boolean hasNext() {
            return last < 7;
        }

        @Override
        public Object next() {
            last++;
            return items[last];
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            items[last] = null;
        }
    }
}
