/** Holds three objects of one class: two that it makes, in another order than it declares them, and one that it holds twice. */
public class TwoOfAClass {
    private final Flag first;
    private final Flag second;
    private final Flag again;

    public TwoOfAClass() {
        second = new Flag();
        first = new Flag();
        again = first;
    }

    public void setFirst() {
        first.set = true;
    }

    public void setSecond() {
        second.set = true;
    }

    public void useFirst() {
        if (!again.set) {
            throw new IllegalStateException("the first is not set");
        }
    }

    public void useSecond() {
        if (!second.set) {
            throw new IllegalStateException("the second is not set");
        }
    }
}

/** Is set once. */
class Flag {
    boolean set;
}
