/** An exception that is made in one call and thrown in another. */
public class KeptException {
    private RuntimeException kept;

    public void keep() {
        kept = new IllegalStateException("kept");
    }

    public void raise() {
        if (kept != null) {
            throw kept;
        }
    }
}
