/** The device behind it comes from code that is too deep to be followed, which makes devices of one class only. */
public class FacadeOverRegistry {
    private Device device;

    public void open() {
        if (device != null) {
            throw new IllegalStateException("open");
        }
        device = Devices.find(3);
        device.prepare();
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

class Devices {
    private Devices() {
    }

    static Device find(int attempts) {
        if (attempts == 0) {
            return new Disk();
        }
        Device found = find(attempts - 1);
        found.prepare();
        return found;
    }
}

abstract class Device {
    abstract void prepare();

    abstract void write();

    abstract void seal();
}

class Disk extends Device {
    private boolean isSealed = true;

    @Override
    void prepare() {
        isSealed = false;
    }

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

/** Nobody makes one. */
class Memory extends Device {
    @Override
    void prepare() {
    }

    @Override
    void write() {
    }

    @Override
    void seal() {
        throw new IllegalStateException("no seals");
    }
}
