import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A room for two, with its state in atomic objects. */
public class AtomicObjects {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger guests = new AtomicInteger();

    public void enter() {
        if (closed.get() || guests.incrementAndGet() > 2) {
            throw new IllegalStateException("no room");
        }
    }

    public void leave() {
        if (guests.getAndDecrement() < 1) {
            throw new IllegalStateException("nobody there");
        }
    }

    public void close() {
        if (!closed.compareAndSet(false, true)) {
            throw new IllegalStateException("closed twice");
        }
    }
}
