/** A stage uses its predecessor up. */
public class Pipe {
    private boolean used;

    public Pipe() {}

    Pipe(Pipe previous) {
        previous.used = true;
        if (stateful()) {
            used = false;
        }
    }

    boolean stateful() {
        return false;
    }

    public Pipe map() {
        return new Stage(this);
    }

    public void forEach() {
        if (used) {
            throw new IllegalStateException();
        }
        used = true;
    }

    static class Stage extends Pipe {
        Stage(Pipe previous) {
            super(previous);
        }
    }
}
