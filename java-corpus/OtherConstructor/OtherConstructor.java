/** A constructor that takes away what another object of its class holds: the field is not set once. */
public class OtherConstructor {
    private static class Held {
        void touch() {}
    }

    private Held held;

    public OtherConstructor() {
        held = new Held();
    }

    private OtherConstructor(OtherConstructor other) {
        held = new Held();
        other.held = null;
    }

    public void use() {
        held.touch();
    }

    public void spoil() {
        new OtherConstructor(this);
    }
}
