import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A task that runs once, and is left once, with its state in fields that handles change. */
public class FieldHandles {
    private static final VarHandle STATE;
    private static final AtomicIntegerFieldUpdater<FieldHandles> LEFT =
            AtomicIntegerFieldUpdater.newUpdater(FieldHandles.class, "left");

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(FieldHandles.class, "state", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile boolean state;
    private volatile int left;

    public void run(boolean twice) {
        if (!STATE.compareAndSet(this, twice, true)) {
            throw new IllegalStateException("has run, or has not");
        }
    }

    public void leave() {
        if (!(boolean) STATE.getVolatile(this) || LEFT.getAndSet(this, 1) != 0) {
            throw new IllegalStateException("not there");
        }
    }
}
