package etiquette;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The elements of a collection: what is taken from it is anything that was put there, or null. */
public final class Bag {
    private final List<Object> known = new ArrayList<>();

    /** Objects of one class are all alike, but for lambdas. */
    public void put(Object object) {
        boolean isNew = object != null
                && (object.getClass().isHidden() || known.stream().noneMatch(other -> other.getClass() == object.getClass()));
        if (isNew) known.add(object);
    }

    public void putAll(Object[] objects) {
        Arrays.asList(objects).forEach(this::put);
    }

    public Object take() {
        int chosen = Oracle.current.choose(known.size() + 1);
        return chosen == known.size() ? null : known.get(chosen);
    }

    public void takeAll(Object[] to) {
        if (to.length > 0) Arrays.fill(to, take());
    }
}
