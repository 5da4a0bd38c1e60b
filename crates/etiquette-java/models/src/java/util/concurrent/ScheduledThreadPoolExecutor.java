package java.util.concurrent;

import etiquette.Task;

/** Whether it was shut down. */
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
    private boolean continues;
    private boolean executes = true;
    private boolean removes;

    public ScheduledThreadPoolExecutor(int core) {
        this(core, true, null, null);
    }

    public ScheduledThreadPoolExecutor(int core, ThreadFactory factory) {
        this(core, true, factory, null);
        require(factory);
    }

    public ScheduledThreadPoolExecutor(int core, RejectedExecutionHandler handler) {
        this(core, true, null, handler);
        require(handler);
    }

    public ScheduledThreadPoolExecutor(int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        this(core, true, factory, handler);
        require(factory);
        require(handler);
    }

    private ScheduledThreadPoolExecutor(int core, boolean isUnbounded, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(core, Integer.MAX_VALUE, 10, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<Runnable>(), factory, handler, isUnbounded);
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Runnable task, RunnableScheduledFuture<V> future) {
        return future;
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Callable<V> task, RunnableScheduledFuture<V> future) {
        return future;
    }

    private <V> RunnableScheduledFuture<V> give(Runnable task, boolean isPeriodic) {
        RunnableScheduledFuture<V> future = decorateTask(task, new Task<V>(task, null, isPeriodic));
        give(future);
        return future;
    }

    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        require(task);
        require(unit);
        return give(task, false);
    }

    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        require(task);
        require(unit);
        RunnableScheduledFuture<V> future = decorateTask(task, new Task<V>(null, task, false));
        give(future);
        return future;
    }

    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        require(task);
        require(unit);
        if (period <= 0) throw new IllegalArgumentException();
        return give(task, true);
    }

    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return scheduleAtFixedRate(task, delay, pause, unit);
    }

    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    public <T> Future<T> submit(Runnable task, T result) {
        require(task);
        return give(task, false);
    }

    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean to) {
        continues = to;
    }

    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return continues;
    }

    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean to) {
        executes = to;
    }

    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return executes;
    }

    public void setRemoveOnCancelPolicy(boolean to) {
        removes = to;
    }

    public boolean getRemoveOnCancelPolicy() {
        return removes;
    }
}
