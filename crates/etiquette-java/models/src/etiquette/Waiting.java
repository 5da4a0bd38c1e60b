package etiquette;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A lock's condition. Who waits is woken by chance: nobody else is there to signal. */
public abstract class Waiting implements Condition {
    protected abstract boolean isHeld();

    private void check() {
        if (!isHeld()) throw new IllegalMonitorStateException();
    }

    public void await() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        check();
    }

    public void awaitUninterruptibly() {
        check();
    }

    public long awaitNanos(long timeout) throws InterruptedException {
        await();
        return Unknown.aLong();
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) throw new NullPointerException();
        await();
        return Unknown.aBoolean();
    }

    public boolean awaitUntil(Date deadline) throws InterruptedException {
        if (deadline == null) throw new NullPointerException();
        await();
        return Unknown.aBoolean();
    }

    public void signal() {
        check();
    }

    public void signalAll() {
        check();
    }
}
