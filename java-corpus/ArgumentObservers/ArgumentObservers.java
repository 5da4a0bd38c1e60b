import java.util.List;

/** A socket whose methods look at what they are given: what an argument says is for the client to know. */
public class ArgumentObservers {
    public enum Speed {
        SLOW, FAST
    }

    /** Nobody can be any other kind of address: that asking it changes nothing can be seen. */
    public static final class Address {
        private final boolean resolved;
        private final int port;

        public Address(boolean resolved, int port) {
            this.resolved = resolved;
            this.port = port;
        }

        public boolean isUnresolved() {
            return !resolved;
        }

        public int getPort() {
            return port;
        }
    }

    /** Of whoever implements it, nobody knows more than the names of its methods. */
    public interface Listener {
        boolean isReady();

        Speed getSpeed();

        Object getOwner();
    }

    private boolean bound;
    private boolean fast;

    public void bind(Address address) {
        if (bound) {
            throw new IllegalStateException("bound");
        }
        if (address != null && address.isUnresolved()) {
            throw new IllegalArgumentException("unresolved");
        }
        bound = true;
    }

    /** What an address says never changes, whatever happens before it is asked. */
    public void connect(Address address) {
        bound = true;
        if (checked(address).getPort() <= 0) {
            throw new IllegalArgumentException("no port");
        }
    }

    private static Address checked(Address address) {
        if (address == null) {
            throw new IllegalArgumentException("no address");
        }
        return address;
    }

    /** What decides about later calls can be what an argument says. */
    public void listen(Listener listener) {
        if (listener == null || !listener.isReady() || listener.getOwner() == null) {
            throw new IllegalArgumentException("not ready");
        }
        fast = listener.getSpeed() == Speed.FAST;
    }

    public void hurry() {
        if (!fast) {
            throw new IllegalStateException("slow");
        }
    }

    public void send(List<String> parts, String title) {
        if (!bound) {
            throw new IllegalStateException("not bound");
        }
        if (parts == null || title == null || parts.size() > 2 || title.isEmpty()) {
            throw new IllegalArgumentException("nothing to send");
        }
    }
}
