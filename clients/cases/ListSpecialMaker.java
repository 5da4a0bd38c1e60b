import java.util.ArrayList;
import java.util.Iterator;
import java.util.ListIterator;

/** A list iterator is made by another method, and is none of those that the interface is about. */
public class ListSpecialMaker {
    static void change(ArrayList<String> list) {
        Iterator<String> items = list.iterator();
        while (items.hasNext()) {
            items.next();
        }
        ListIterator<String> places = list.listIterator();
        while (places.hasNext()) {
            places.next();
            places.add("a");
        }
    }
}
