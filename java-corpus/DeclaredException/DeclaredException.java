/** Looks for a class by name, which may fail with an exception that must be declared. */
public class DeclaredException {
    private boolean found;

    public void look() throws ClassNotFoundException {
        found = false;
        Class.forName("java.lang.Object");
        found = true;
    }

    public void use() {
        if (!found) {
            throw new IllegalStateException("not found");
        }
    }
}
