package etiquette;

/** The elements of a collection: what is taken from it is anything that was put there, or null. It is no part of the state. */
public final class Bag {
    private Object content;

    public void put(Object object) {
        content = object;
    }

    public void putAll(Object[] objects) {
        content = objects[0];
    }

    public Object take() {
        return content;
    }

    public void takeAll(Object[] to) {
        to[0] = content;
    }
}
