/** Calls objects that a client gave earlier, and others of the same kind that come from elsewhere. */
public class Given {
    private final Outlet given;
    private final Outlet found;
    private Outlet either;

    public Given(Outlet given) {
        this.given = java.util.Objects.requireNonNull(given);
        this.found = Outlets.make();
    }

    /** Another object, of which what is made here becomes part. */
    public static Given make() {
        return new Given(Outlets.make());
    }

    public void callGiven() {
        given.write();
    }

    public void callFound() {
        found.write();
    }

    public void take(Outlet outlet) {
        keep(outlet);
    }

    public void find() {
        keep(Outlets.make());
    }

    private void keep(Outlet outlet) {
        either = outlet;
    }

    public void callEither() {
        if (either != null) {
            either.write();
        }
    }
}

/** Calls what is part of an object that a client gives, and makes such objects itself. */
class Nozzle {
    public void callPart(Fitting fitting) {
        fitting.outlet.write();
    }

    public void callOwnPart() {
        Fitting.make().outlet.write();
    }
}

interface Outlet {
    void write();
}

class Fitting {
    final Outlet outlet;

    Fitting(Outlet outlet) {
        this.outlet = outlet;
    }

    static Fitting make() {
        return new Fitting(Outlets.make());
    }
}

class Outlets {
    static Outlet make() {
        return new Shut();
    }
}

class Shut implements Outlet {
    @Override
    public void write() {
        throw new IllegalStateException("shut");
    }
}
