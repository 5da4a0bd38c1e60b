import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Walks through the second half of a list that is not looked into. */
public class ListIndex {
    private final List<String> list = new ArrayList<>(Collections.nCopies(1000, "a")).subList(0, 1000);
    private int next = list.size() / 2;
    private int last = -1;

    public void next() {
        int index = next;
        list.get(index);
        last = index;
        next = index + 1;
    }

    public void forget() {
        if (last < 0) {
            throw new IllegalStateException("there is nothing to forget");
        }
        last = -1;
    }
}
