import java.util.Iterator;

/** A local iterator over `this`. */
public class ClosedByIterator implements Iterable<String> {
    private boolean used;

    @Override
    public Iterator<String> iterator() {
        return new Iterator<String>() {
            @Override
            public boolean hasNext() {
                used = true;
                return false;
            }

            @Override
            public String next() {
                return "";
            }
        };
    }

    public void walk() {
        for (String text : this) {
            text.length();
        }
    }

    public void use() {
        if (used) {
            throw new IllegalStateException();
        }
    }
}
