/** A part of a tree: whether an argument is the object itself is for the client to know. */
public class ItselfAsArgument {
    private ItselfAsArgument parent;
    private boolean signed;

    public void attach(ItselfAsArgument to) {
        if (to == this) {
            throw new IllegalArgumentException("a part of itself");
        }
        parent = to;
    }

    public void detach() {
        if (parent == null) {
            throw new IllegalStateException("not attached");
        }
        parent = null;
    }

    /** Any object may be asked about; only its own signature counts. */
    public void sign(Object by) {
        signed = this == by;
    }

    public void send() {
        if (!signed) {
            throw new IllegalStateException("not signed");
        }
    }

    /** The object itself is never of another class. */
    public void name(String name) {
        Object named = name;
        if (named == this) {
            throw new IllegalStateException("a text is no part");
        }
    }
}
