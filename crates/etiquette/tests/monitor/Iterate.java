import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ListIterator;

/** A monitored iterator of a real list: removing twice is stopped before the list sees it. */
public final class Iterate {
    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        ListIterator<String> iterator = MonitoredListItr.of(list.listIterator());
        while (iterator.hasNext()) {
            if (iterator.next().equals("b")) iterator.remove();
        }
        iterator.previous();
        iterator.set("d");
        iterator.remove();
        try {
            iterator.remove();
            System.out.println("not stopped");
        } catch (IllegalStateException stopped) {
            System.out.println(stopped.getStackTrace()[0].getClassName() + " " + list + " " + stopped.getMessage());
        }
    }
}
