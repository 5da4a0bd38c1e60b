/** What its methods may do is said by the device behind it, which is chosen when it is opened. */
public class Facade {
    private Device device;

    public void open() {
        if (device != null) {
            throw new IllegalStateException("open");
        }
        device = System.getenv("ETIQUETTE_IN_MEMORY") == null ? new Disk() : new Memory();
    }

    public void write() {
        if (device == null) {
            throw new IllegalStateException("not open");
        }
        device.write();
    }

    public void seal() {
        if (device == null) {
            throw new IllegalStateException("not open");
        }
        device.seal();
    }
}

abstract class Device {
    abstract void write();

    abstract void seal();
}

class Disk extends Device {
    private boolean isSealed;

    @Override
    void write() {
        if (isSealed) {
            throw new IllegalStateException("sealed");
        }
    }

    @Override
    void seal() {
        isSealed = true;
    }
}

class Memory extends Device {
    @Override
    void write() {
    }

    @Override
    void seal() {
        throw new UnsupportedOperationException();
    }
}
