package etiquette;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What an executor was given: it is done by other threads, some time. */
public final class Task<V> implements RunnableScheduledFuture<V> {
    private final Runnable task;
    private final Callable<V> callable;
    private final boolean isPeriodic;
    private boolean isCancelled;
    private boolean isDone;

    public Task(Runnable task, Callable<V> callable, boolean isPeriodic) {
        this.task = task;
        this.callable = callable;
        this.isPeriodic = isPeriodic;
    }

    /** Those that wait may be cancelled when their executor is shut down. */
    public boolean isCancelled() {
        if (!isDone()) return false;
        if (!isCancelled && Unknown.aBoolean()) isCancelled = true;
        return isCancelled;
    }

    public boolean isDone() {
        if (!isDone && World.aBoolean()) isDone = true;
        return isDone;
    }

    public boolean cancel(boolean interrupts) {
        if (isDone()) return false;
        isDone = true;
        isCancelled = true;
        return true;
    }

    public V get() throws InterruptedException, ExecutionException {
        if (Thread.interrupted()) throw new InterruptedException();
        isDone = true;
        if (isCancelled()) throw new CancellationException();
        if (World.aBoolean()) throw new ExecutionException(null);
        return Unknown.aBoolean() ? null : Unknown.orSome((V) null);
    }

    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) throw new NullPointerException();
        if (!isDone() && World.aBoolean()) throw new TimeoutException();
        return get();
    }

    public void run() {
        if (task != null) task.run();
    }

    public boolean isPeriodic() {
        return isPeriodic;
    }

    public long getDelay(TimeUnit unit) {
        if (unit == null) throw new NullPointerException();
        return World.aLong();
    }

    public int compareTo(Delayed other) {
        if (other == null) throw new NullPointerException();
        return Unknown.anInt();
    }
}
