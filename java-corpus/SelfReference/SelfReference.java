/** A field that holds the object itself until something else is put there. */
public class SelfReference {
    private Object owner = this;

    public void give(boolean away) {
        if (owner != this) {
            throw new IllegalStateException("given away already");
        }
        owner = away ? new Object() : null;
    }

    public void take() {
        if (owner == null) {
            owner = this;
        }
    }
}
