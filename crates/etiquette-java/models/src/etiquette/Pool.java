package etiquette;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What executors have in common: whether they were shut down. What they run is run by other threads, which are outside of
 * what is looked at; only time tells when these are done.
 */
public abstract class Pool extends AbstractExecutorService {
    private final Bag tasks = new Bag();
    private boolean isShutdown;
    private boolean isTerminated;
    /** Whether it was ever given something to do. */
    private boolean isBusy;

    /** What else is done where it takes something: threads are made. */
    protected void prepare(Runnable task) {}

    /** Whether it may refuse something although it was not shut down. */
    protected boolean mayBeFull() {
        return false;
    }

    protected void reject(Runnable task) {
        throw new RejectedExecutionException();
    }

    protected void terminated() {}

    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        give(task);
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return new Task<T>(task, null, false);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        if (task == null) throw new NullPointerException();
        return new Task<T>(null, task, false);
    }

    protected final void give(Runnable task) {
        if (isShutdown || mayBeFull() && Unknown.aBoolean()) {
            reject(task);
            return;
        }
        prepare(task);
        tasks.put(task);
        isBusy = true;
    }

    protected final boolean isBusy() {
        return isBusy;
    }

    /** It has threads from now on. */
    protected final void begin() {
        isBusy = true;
    }

    private void terminate() {
        if (isTerminated) return;
        isTerminated = true;
        terminated();
    }

    public void shutdown() {
        isShutdown = true;
        if (!isBusy) terminate();
    }

    public List<Runnable> shutdownNow() {
        Runnable[] rest = new Runnable[isBusy && !isTerminated ? Unknown.below(Integer.MAX_VALUE) : 0];
        tasks.takeAll(rest);
        shutdown();
        return new ArrayList<>(Arrays.asList(rest));
    }

    public boolean isShutdown() {
        return isShutdown;
    }

    public boolean isTerminated() {
        if (isShutdown && !isTerminated && World.aBoolean()) isTerminated = true;
        return isTerminated;
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) throw new NullPointerException();
        if (isTerminated()) return true;
        if (Thread.interrupted()) throw new InterruptedException();
        return false;
    }

    public String toString() {
        return Unknown.aString();
    }
}
