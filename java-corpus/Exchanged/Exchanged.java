import java.util.concurrent.atomic.AtomicReference;

/** Takes what was put, once: an exchange gives back what was there before. */
public class Exchanged {
    private final AtomicReference<Object> slot = new AtomicReference<>();

    public void put(Object value) {
        slot.set(value);
    }

    public void take() {
        if (slot.getAndSet(null) == null) {
            throw new IllegalStateException("nothing there");
        }
    }
}
