package java.util.concurrent;

import etiquette.Bag;
import etiquette.Pool;
import etiquette.Unknown;
import etiquette.World;

/** Whether it was shut down, and its limits. */
public class ThreadPoolExecutor extends Pool {
    private int core;
    private int maximum;
    private long keepAlive;
    private boolean timesOut;
    private final BlockingQueue<Runnable> queue;
    private ThreadFactory factory;
    /** Null: what is refused is an exception. */
    private RejectedExecutionHandler handler;
    private final boolean isUnbounded;

    public ThreadPoolExecutor(int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, maximum, keepAlive, unit, queue, null, null, isUnbounded(queue));
    }

    public ThreadPoolExecutor(
            int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        this(core, maximum, keepAlive, unit, queue, factory, null, isUnbounded(queue));
        require(factory);
    }

    public ThreadPoolExecutor(
            int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue, RejectedExecutionHandler handler) {
        this(core, maximum, keepAlive, unit, queue, null, handler, isUnbounded(queue));
        require(handler);
    }

    public ThreadPoolExecutor(
            int core,
            int maximum,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory factory,
            RejectedExecutionHandler handler) {
        this(core, maximum, keepAlive, unit, queue, factory, handler, isUnbounded(queue));
        require(factory);
        require(handler);
    }

    ThreadPoolExecutor(
            int core,
            int maximum,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory factory,
            RejectedExecutionHandler handler,
            boolean isUnbounded) {
        if (core < 0 || maximum <= 0 || maximum < core || keepAlive < 0) throw new IllegalArgumentException();
        require(queue);
        require(unit);
        this.core = core;
        this.maximum = maximum;
        this.keepAlive = keepAlive;
        this.queue = queue;
        this.factory = factory;
        this.handler = handler;
        this.isUnbounded = isUnbounded || maximum == Integer.MAX_VALUE;
    }

    static void require(Object object) {
        if (object == null) throw new NullPointerException();
    }

    private static boolean isUnbounded(BlockingQueue<Runnable> queue) {
        return queue != null && queue.remainingCapacity() == Integer.MAX_VALUE;
    }

    protected boolean mayBeFull() {
        return !isUnbounded;
    }

    protected void reject(Runnable task) {
        if (handler == null) throw new RejectedExecutionException();
        handler.rejectedExecution(task, this);
    }

    protected void prepare(Runnable task) {
        if (factory != null && Unknown.aBoolean()) factory.newThread(task);
        if (World.aBoolean()) queue.offer(task);
    }

    public boolean isTerminating() {
        return isShutdown() && !isTerminated();
    }

    protected void finalize() {}

    public void setThreadFactory(ThreadFactory to) {
        require(to);
        factory = to;
    }

    public ThreadFactory getThreadFactory() {
        return factory != null ? factory : Executors.defaultThreadFactory();
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler to) {
        require(to);
        handler = to;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler != null ? handler : new AbortPolicy();
    }

    public void setCorePoolSize(int to) {
        if (to < 0 || maximum < to) throw new IllegalArgumentException();
        core = to;
    }

    public int getCorePoolSize() {
        return core;
    }

    public boolean prestartCoreThread() {
        return prestartAllCoreThreads() > 0;
    }

    public int prestartAllCoreThreads() {
        int made = Unknown.below(core + 1);
        for (int left = made; left > 0 && factory != null; left--) factory.newThread(null);
        if (made > 0) begin();
        return made;
    }

    public boolean allowsCoreThreadTimeOut() {
        return timesOut;
    }

    public void allowCoreThreadTimeOut(boolean to) {
        if (to && keepAlive <= 0) throw new IllegalArgumentException();
        timesOut = to;
    }

    public void setMaximumPoolSize(int to) {
        if (to <= 0 || to < core) throw new IllegalArgumentException();
        maximum = to;
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0 || time == 0 && timesOut) throw new IllegalArgumentException();
        require(unit);
        keepAlive = time;
    }

    public long getKeepAliveTime(TimeUnit unit) {
        require(unit);
        return keepAlive == 0 ? 0 : Unknown.aLong();
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        return isBusy() && World.aBoolean();
    }

    public void purge() {}

    public int getPoolSize() {
        return any();
    }

    public int getActiveCount() {
        return any();
    }

    public int getLargestPoolSize() {
        return any();
    }

    public long getTaskCount() {
        return any();
    }

    public long getCompletedTaskCount() {
        return any();
    }

    private int any() {
        int number = World.anInt();
        return isBusy() && number > 0 ? number : 0;
    }

    protected void beforeExecute(Thread thread, Runnable task) {}

    protected void afterExecute(Runnable task, Throwable thrown) {}

    protected void terminated() {}

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {}

        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            if (!by.isShutdown()) task.run();
        }
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {}

        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            throw new RejectedExecutionException();
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {}

        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {}
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {}

        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            if (by.isShutdown()) return;
            by.getQueue().poll();
            by.execute(task);
        }
    }
}
