/** Of two classes of codecs one is chosen in code that is too deep to be followed. */
public class FacadeOfSeveral {
    private final Codec codec = Codecs.find(3);
    private boolean isOpen;

    public void open() {
        if (isOpen) {
            throw new IllegalStateException("open");
        }
        isOpen = true;
    }

    public void write(int value) {
        if (!isOpen) {
            throw new IllegalStateException("not open");
        }
        codec.write(value);
    }
}

class Codecs {
    private Codecs() {
    }

    static Codec find(int attempts) {
        if (attempts == 0) {
            return System.nanoTime() > 0 ? new Plain() : new Picky();
        }
        return find(attempts - 1).self();
    }
}

abstract class Codec {
    abstract void write(int value);

    Codec self() {
        return this;
    }
}

class Plain extends Codec {
    @Override
    void write(int value) {
    }
}

class Picky extends Codec {
    @Override
    void write(int value) {
        if (value < 0) {
            throw new IllegalStateException("negative");
        }
    }
}
