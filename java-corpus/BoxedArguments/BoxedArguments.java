/** Boxed numbers that a client hands in: whether they are there, and which they are, is for the client to know. */
public class BoxedArguments {
    private Boolean on;

    public void turn(Boolean to) {
        on = to;
    }

    public void use() {
        if (!on) {
            throw new IllegalStateException("off");
        }
    }

    public void ask() {
        if (on == null) {
            throw new IllegalStateException("neither on nor off");
        }
    }

    /** Unboxing null raises an exception, too. */
    public void move(Integer by) {
        if (by <= 0 || by > 8) {
            throw new IllegalArgumentException("not that far");
        }
    }

    /** Null will do where the number does not matter. */
    public void mark(Character sign, Long times) {
        if (sign == 'x' && times > 3) {
            throw new IllegalArgumentException("too often");
        }
    }

    /** Any number will do: which it is, is no business of the client's. */
    public int skip(Short any) {
        return any == null ? 0 : any;
    }
}
