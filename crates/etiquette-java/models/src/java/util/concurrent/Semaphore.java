package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;

/** A number of permits, with nobody else who takes or gives any. */
public class Semaphore implements java.io.Serializable {
    private final boolean fair;
    private int permits;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public void release() {
        release(1);
    }

    public void acquire(int wanted) throws InterruptedException {
        if (wanted < 0) throw new IllegalArgumentException();
        if (Thread.interrupted()) throw new InterruptedException();
        acquireUninterruptibly(wanted);
    }

    public void acquireUninterruptibly(int wanted) {
        if (wanted < 0) throw new IllegalArgumentException();
        while (permits - wanted < 0) {
            // Nobody else is there to release any.
        }
        permits -= wanted;
    }

    public boolean tryAcquire(int wanted) {
        if (wanted < 0) throw new IllegalArgumentException();
        if (permits - wanted < 0) return false;
        permits -= wanted;
        return true;
    }

    public boolean tryAcquire(int wanted, long timeout, TimeUnit unit) throws InterruptedException {
        if (wanted < 0) throw new IllegalArgumentException();
        if (unit == null) throw new NullPointerException();
        if (Thread.interrupted()) throw new InterruptedException();
        return tryAcquire(wanted);
    }

    public void release(int given) {
        if (given < 0) throw new IllegalArgumentException();
        if (permits + given < permits) throw new Error("Maximum permit count exceeded");
        permits += given;
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        int all = permits;
        permits = 0;
        return all;
    }

    protected void reducePermits(int reduction) {
        if (reduction < 0) throw new IllegalArgumentException();
        if (permits - reduction > permits) throw new Error("Permit count underflow");
        permits -= reduction;
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return false;
    }

    public final int getQueueLength() {
        return 0;
    }

    protected Collection<Thread> getQueuedThreads() {
        return new ArrayList<>();
    }
}
