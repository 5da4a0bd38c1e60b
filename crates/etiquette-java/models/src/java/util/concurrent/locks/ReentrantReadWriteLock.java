package java.util.concurrent.locks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import etiquette.Unknown;
import etiquette.Waiting;

/** How often the one thread that there is holds each of the two locks. */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private static final int MOST = 65535;

    private final ReadLock reader;
    private final WriteLock writer;
    private final boolean fair;
    private int reads;
    private int writes;

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        reader = new ReadLock(this);
        writer = new WriteLock(this);
    }

    public WriteLock writeLock() {
        return writer;
    }

    public ReadLock readLock() {
        return reader;
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return writes > 0 ? Thread.currentThread() : null;
    }

    public int getReadLockCount() {
        return reads;
    }

    public boolean isWriteLocked() {
        return writes > 0;
    }

    public boolean isWriteLockedByCurrentThread() {
        return writes > 0;
    }

    public int getWriteHoldCount() {
        return writes;
    }

    public int getReadHoldCount() {
        return reads;
    }

    protected Collection<Thread> getQueuedWriterThreads() {
        return new ArrayList<>();
    }

    protected Collection<Thread> getQueuedReaderThreads() {
        return new ArrayList<>();
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
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
        if (writes == 0) throw new IllegalMonitorStateException();
    }

    /** For reading: any number, and while the same thread writes. */
    public static class ReadLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock lock;

        protected ReadLock(ReentrantReadWriteLock lock) {
            this.lock = lock;
        }

        public void lock() {
            if (lock.reads == MOST) throw new Error("Maximum lock count exceeded");
            lock.reads++;
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
            if (lock.reads == 0) throw new IllegalMonitorStateException();
            lock.reads--;
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    /** For writing: not while anybody reads, even the same thread, which then waits for itself. */
    public static class WriteLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock lock;

        protected WriteLock(ReentrantReadWriteLock lock) {
            this.lock = lock;
        }

        private boolean isFree() {
            return lock.reads == 0 || lock.writes > 0;
        }

        public void lock() {
            if (!isFree()) Unknown.never();
            if (lock.writes == MOST) throw new Error("Maximum lock count exceeded");
            lock.writes++;
        }

        public void lockInterruptibly() throws InterruptedException {
            if (Thread.interrupted()) throw new InterruptedException();
            lock();
        }

        public boolean tryLock() {
            if (!isFree()) return false;
            lock();
            return true;
        }

        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            if (unit == null) throw new NullPointerException();
            if (Thread.interrupted()) throw new InterruptedException();
            return tryLock();
        }

        public void unlock() {
            if (lock.writes == 0) throw new IllegalMonitorStateException();
            lock.writes--;
        }

        public Condition newCondition() {
            return new Waiting() {
                protected boolean isHeld() {
                    return lock.writes > 0;
                }
            };
        }

        public boolean isHeldByCurrentThread() {
            return lock.writes > 0;
        }

        public int getHoldCount() {
            return lock.writes;
        }
    }
}
