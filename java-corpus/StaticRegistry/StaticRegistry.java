/** A registry that belongs to no object: all of its state is static. */
public final class StaticRegistry {
    private static final Journal JOURNAL = new Journal();
    private static int uses = 1;
    private static Object service;

    static {
        uses = uses + 1;
    }

    private StaticRegistry() {
    }

    public static void init(Object implementation) {
        if (implementation == null) {
            throw new IllegalArgumentException("there is nothing to register");
        }
        if (service != null) {
            throw new IllegalStateException("there is a service already");
        }
        service = implementation;
        JOURNAL.open();
    }

    public static Object get() {
        if (service == null) {
            throw new IllegalStateException("call init first");
        }
        JOURNAL.write();
        return service;
    }

    public static boolean isReady() {
        return service != null && uses > 1;
    }

    public static void shutdown() {
        if (service == null) {
            throw new IllegalStateException("nothing to shut down");
        }
        service = null;
        JOURNAL.close();
    }

    private static final class Journal {
        private boolean isOpen;
        private boolean isClosed;

        void open() {
            if (isClosed) {
                throw new IllegalStateException("a journal is opened once");
            }
            isOpen = true;
        }

        void write() {
            if (!isOpen) {
                throw new IllegalStateException("closed");
            }
        }

        void close() {
            isOpen = false;
            isClosed = true;
        }
    }
}
