/** Makes objects that others get to know before they are used. */
public class Escaping {
    static Box last;
    static Box[] all = new Box[1];

    /** Breaks by way of a call that is not followed: recursion. */
    static void touch(int times) {
        if (times > 0) {
            touch(times - 1);
        } else if (last != null) {
            last.broken = true;
        } else {
            all[0].broken = true;
        }
    }

    public void kept() {
        Box box = new Box();
        touch(1);
        box.use();
    }

    public void inField() {
        Box box = new Box();
        last = box;
        touch(1);
        box.use();
    }

    public void inArray() {
        Box box = new Box();
        all[0] = box;
        touch(1);
        box.use();
    }

    public void inObject() {
        Box box = new Box();
        Box other = new Box();
        other.next = box;
        last = other;
        last.next.broken = true;
        box.use();
    }

    static class Box {
        boolean broken;
        Box next;

        void use() {
            if (broken) {
                throw new IllegalStateException();
            }
        }
    }
}
