package java.util.concurrent.locks;

import etiquette.Unknown;
import etiquette.Waiting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** How often the one thread that there is holds the lock. */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final boolean fair;
    private int holds;

    public ReentrantLock() {
        this(false);
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        if (holds == Integer.MAX_VALUE) throw new Error("Maximum lock count exceeded");
        holds++;
    }

    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        lock();
    }

    public boolean tryLock() {
        lock();
        return true;
    }

    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) throw new NullPointerException();
        lockInterruptibly();
        return true;
    }

    public void unlock() {
        if (holds == 0) throw new IllegalMonitorStateException();
        holds--;
    }

    public Condition newCondition() {
        return new Waiting() {
            protected boolean isHeld() {
                return holds > 0;
            }
        };
    }

    public int getHoldCount() {
        return holds;
    }

    public boolean isHeldByCurrentThread() {
        return holds > 0;
    }

    public boolean isLocked() {
        return holds > 0;
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return holds > 0 ? Thread.currentThread() : null;
    }

    public final boolean hasQueuedThreads() {
        return false;
    }

    public final boolean hasQueuedThread(Thread thread) {
        if (thread == null) throw new NullPointerException();
        return false;
    }

    public final int getQueueLength() {
        return 0;
    }

    protected Collection<Thread> getQueuedThreads() {
        return new ArrayList<>();
    }

    public boolean hasWaiters(Condition condition) {
        own(condition);
        return false;
    }

    public int getWaitQueueLength(Condition condition) {
        own(condition);
        return 0;
    }

    protected Collection<Thread> getWaitingThreads(Condition condition) {
        own(condition);
        return new ArrayList<>();
    }

    private void own(Condition condition) {
        if (condition == null) throw new NullPointerException();
        if (Unknown.aBoolean()) throw new IllegalArgumentException("not owner");
        if (holds == 0) throw new IllegalMonitorStateException();
    }
}
