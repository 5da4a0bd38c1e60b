import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** A monitored list with many iterators: who does right passes, and who does not is stopped before the list sees it. */
@SuppressWarnings("unchecked")
public final class Lists {
    public static void main(String[] arguments) {
        System.out.println("right: " + doesRight(monitored(3)));
        System.out.println("changed: " + stopped(() -> changes(monitored(3))));
        System.out.println("other: " + stopped(() -> removesByTheOther(monitored(3))));
        System.out.println("wrapped: " + stopped(() -> changesWrapped(ListWrapper.of(plain(3)))));
        System.out.println("random: " + random());
        System.out.println("iterators: " + iterators(monitored(1), 1_000_000));
        System.out.println("reported: " + reported());
    }

    private static List<String> monitored(int size) {
        List<String> list = new MonitoredArrayList();
        for (int number = 0; number < size; number++) list.add("" + number);
        return list;
    }

    private static ArrayList<String> plain(int size) {
        ArrayList<String> list = new ArrayList<>();
        for (int number = 0; number < size; number++) list.add("" + number);
        return list;
    }

    private static String doesRight(List<String> list) {
        for (String text : list) text.length();
        Iterator<String> first = list.iterator();
        Iterator<String> second = list.iterator();
        while (first.hasNext()) second.next().equals(first.next());
        list.clear();
        list.add("new");
        Iterator<String> third = list.iterator();
        third.next();
        third.remove();
        return list.size() + " " + third.hasNext();
    }

    private static void changes(List<String> list) {
        Iterator<String> first = list.iterator();
        first.next();
        list.add("more");
        Iterator<String> second = list.iterator();
        second.next();
        first.next();
    }

    private static void removesByTheOther(List<String> list) {
        Iterator<String> first = list.iterator();
        Iterator<String> second = list.iterator();
        first.next();
        second.next();
        second.remove();
        second.next();
        first.next();
    }

    private static void changesWrapped(ListWrapper list) {
        Iterator<String> first = list.iterator();
        list.iterator().next();
        list.clear();
        first.next();
    }

    private static String stopped(Runnable wrong) {
        try {
            wrong.run();
            return "not stopped";
        } catch (IllegalStateException stopped) {
            return stopped.getMessage();
        }
    }

    /** Random calls on many iterators: what passes does not fail, and what is stopped fails on a list of its own. */
    private static String random() {
        Random random = new Random(7);
        int passed = 0;
        int stopped = 0;
        for (int round = 0; round < 2_000; round++) {
            MonitoredArrayList list = new MonitoredArrayList();
            List<Iterator<?>> iterators = new ArrayList<>();
            List<String> plain = new ArrayList<>();
            List<Iterator<String>> bare = new ArrayList<>();
            for (int step = 0; step < 30; step++) {
                int which = iterators.isEmpty() ? -1 : random.nextInt(iterators.size());
                int action = random.nextInt(which < 0 ? 3 : 7);
                Throwable seen = thrown(list, which < 0 ? null : iterators.get(which), action, iterators);
                boolean isStopped = seen instanceof IllegalStateException && seen.getMessage() != null;
                Throwable expected = thrown(plain, which < 0 ? null : bare.get(which), action, (List) bare);
                if (isStopped != (expected instanceof ConcurrentModificationException)) {
                    throw new AssertionError(action + " gave " + seen + " instead of " + expected);
                }
                if (isStopped) stopped++;
                else passed++;
            }
        }
        return passed > 1_000 && stopped > 1_000 ? "agrees" : passed + " passed, " + stopped + " stopped";
    }

    @SuppressWarnings("rawtypes")
    private static Throwable thrown(List list, Iterator it, int action, List iterators) {
        try {
            if (action == 0) list.add("x");
            if (action == 1) iterators.add(list.iterator());
            if (action == 2) list.clear();
            if (action == 3 || action == 4) it.next();
            if (action == 5) it.remove();
            if (action == 6) it.hasNext();
            return null;
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    /** A list that lives long and makes many iterators holds none of them, and costs no more for them. */
    private static String iterators(List<String> list, int number) {
        List<WeakReference<Iterator<String>>> made = new ArrayList<>();
        for (int count = 0; count < number; count++) {
            Iterator<String> it = list.iterator();
            it.next();
            if (count % 1_000 == 0) made.add(new WeakReference<>(it));
        }
        System.gc();
        long left = made.stream().filter(it -> it.get() != null).count();
        list.add("after all of them");
        return left < 2 ? "gone" : left + " are held";
    }

    private static String reported() {
        List<String> reports = new ArrayList<>();
        MonitoredArrayList.reportTo(reports::add);
        List<String> list = monitored(1);
        Iterator<String> stale = list.iterator();
        Iterator<String> other = list.iterator();
        list.add("more");
        try {
            stale.next();
        } catch (ConcurrentModificationException made) {
            reports.add("made");
        }
        list.iterator().next();
        MonitoredArrayList.reportTo(null);
        return reports.toString();
    }
}
