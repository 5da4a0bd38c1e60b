/** A field that holds one lamp after another. */
public class Renewed {
    private Lamp lamp = new Lamp();

    public void on() {
        if (lamp.lit) {
            throw new IllegalStateException("lit");
        }
        lamp.lit = true;
    }

    public void off() {
        if (!lamp.lit) {
            throw new IllegalStateException("dark");
        }
        lamp.lit = false;
    }

    public void renew() {
        lamp = new Lamp();
    }

    /** The old lamp is lit, and not the new one. */
    public void keep() {
        Lamp old = lamp;
        renew();
        old.lit = true;
    }

    public void drop() {
        lamp = null;
    }

    public void take(Lamp given) {
        lamp = given;
    }

    /** Another name for what is given: it is the same lamp. */
    public void lend(Lamp given) {
        Lamp same = given;
        lamp = given;
        lamp.lit = false;
        if (same != lamp) {
            throw new IllegalStateException("another lamp");
        }
        same.lit = true;
    }

    /** What is held. */
    public static class Lamp {
        boolean lit;
    }
}
