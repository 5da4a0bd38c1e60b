import java.util.NoSuchElementException;

/** A list of items, and the cursor that walks over it in both directions. */
public class ItemList {
    private Object[] items = new Object[4];
    private int count;

    void insert(int index, Object item) {
        if (count == items.length) {
            Object[] larger = new Object[2 * count];
            System.arraycopy(items, 0, larger, 0, count);
            items = larger;
        }
        System.arraycopy(items, index, items, index + 1, count - index);
        items[index] = item;
        count++;
    }

    void delete(int index) {
        count--;
        System.arraycopy(items, index + 1, items, index, count - index);
    }

    /** Between two elements; knows the element that it returned last. */
    public class ListItr {
        private int cursor;
        private int lastRet = -1;

        public Object next() {
            if (cursor >= count) {
                throw new NoSuchElementException();
            }
            lastRet = cursor;
            cursor++;
            return items[lastRet];
        }

        public Object previous() {
            if (cursor <= 0) {
                throw new NoSuchElementException();
            }
            cursor--;
            lastRet = cursor;
            return items[cursor];
        }

        public void remove() {
            if (lastRet == -1) {
                throw new IllegalStateException();
            }
            delete(lastRet);
            if (lastRet < cursor) {
                cursor--;
            }
            lastRet = -1;
        }

        public void set(Object item) {
            if (lastRet == -1) {
                throw new IllegalStateException();
            }
            items[lastRet] = item;
        }

        public void add(Object item) {
            insert(cursor, item);
            cursor++;
            lastRet = -1;
        }
    }
}
