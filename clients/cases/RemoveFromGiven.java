import java.util.Iterator;

/** An iterator from elsewhere may or may not stand behind an element. */
public class RemoveFromGiven {
    public static void dropCurrent(Iterator<String> items) {
        items.remove(); // may violate
    }
}
