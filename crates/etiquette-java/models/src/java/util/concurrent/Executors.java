package java.util.concurrent;

import etiquette.Pool;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Collection;
import java.util.List;

/** Factories of executors. */
public class Executors {
    private Executors() {}

    private static void require(Object object) {
        if (object == null) throw new NullPointerException();
    }

    private static ThreadPoolExecutor pool(int core, int maximum, int seconds, ThreadFactory factory) {
        return new ThreadPoolExecutor(
                core, maximum, seconds, TimeUnit.SECONDS, new LinkedBlockingQueue<Runnable>(), factory, null, true);
    }

    public static ExecutorService newFixedThreadPool(int threads) {
        return pool(threads, threads, 0, null);
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        ExecutorService made = pool(threads, threads, 0, factory);
        require(factory);
        return made;
    }

    public static ExecutorService newWorkStealingPool(int parallelism) {
        return new ForkJoinPool(parallelism, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    }

    public static ExecutorService newWorkStealingPool() {
        return new ForkJoinPool();
    }

    public static ExecutorService newSingleThreadExecutor() {
        return new Single(null);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        require(factory);
        return new Single(factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return pool(0, Integer.MAX_VALUE, 60, null);
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        require(factory);
        return pool(0, Integer.MAX_VALUE, 60, factory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new Later(null);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        require(factory);
        return new Later(factory);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int core) {
        return new ScheduledThreadPoolExecutor(core);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int core, ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(core, factory);
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        require(factory);
        return new Single(factory);
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return new Single(null);
    }

    public static ExecutorService unconfigurableExecutorService(ExecutorService executor) {
        require(executor);
        return new Delegated(executor);
    }

    public static ScheduledExecutorService unconfigurableScheduledExecutorService(ScheduledExecutorService executor) {
        require(executor);
        return new DelegatedLater(executor);
    }

    public static ThreadFactory defaultThreadFactory() {
        return task -> new Thread(task);
    }

    public static ThreadFactory privilegedThreadFactory() {
        return defaultThreadFactory();
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        require(task);
        return () -> {
            task.run();
            return result;
        };
    }

    public static Callable<Object> callable(Runnable task) {
        return callable(task, null);
    }

    public static Callable<Object> callable(PrivilegedAction<?> action) {
        require(action);
        return () -> action.run();
    }

    public static Callable<Object> callable(PrivilegedExceptionAction<?> action) {
        require(action);
        return () -> action.run();
    }

    public static <T> Callable<T> privilegedCallable(Callable<T> callable) {
        require(callable);
        return () -> callable.call();
    }

    public static <T> Callable<T> privilegedCallableUsingCurrentClassLoader(Callable<T> callable) {
        return privilegedCallable(callable);
    }

    /** One whose limits nobody can change. */
    static class Single extends Pool {
        private final ThreadFactory factory;

        Single(ThreadFactory factory) {
            this.factory = factory;
        }

        protected void prepare(Runnable task) {
            if (factory != null && etiquette.Unknown.aBoolean()) factory.newThread(task);
        }
    }

    static final class Later extends Single implements ScheduledExecutorService {
        Later(ThreadFactory factory) {
            super(factory);
        }

        private <V> ScheduledFuture<V> give(Runnable task, Callable<V> callable, boolean isPeriodic) {
            etiquette.Task<V> future = new etiquette.Task<V>(task, callable, isPeriodic);
            give(future);
            return future;
        }

        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            require(task);
            require(unit);
            return give(task, null, false);
        }

        public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
            require(task);
            require(unit);
            return give(null, task, false);
        }

        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
            require(task);
            require(unit);
            if (period <= 0) throw new IllegalArgumentException();
            return give(task, null, true);
        }

        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
            return scheduleAtFixedRate(task, delay, pause, unit);
        }
    }

    /** Another one, as no more than an executor. */
    static class Delegated implements ExecutorService {
        private final ExecutorService executor;

        Delegated(ExecutorService executor) {
            this.executor = executor;
        }

        public void execute(Runnable task) {
            executor.execute(task);
        }

        public void shutdown() {
            executor.shutdown();
        }

        public List<Runnable> shutdownNow() {
            return executor.shutdownNow();
        }

        public boolean isShutdown() {
            return executor.isShutdown();
        }

        public boolean isTerminated() {
            return executor.isTerminated();
        }

        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return executor.awaitTermination(timeout, unit);
        }

        public Future<?> submit(Runnable task) {
            return executor.submit(task);
        }

        public <T> Future<T> submit(Callable<T> task) {
            return executor.submit(task);
        }

        public <T> Future<T> submit(Runnable task, T result) {
            return executor.submit(task, result);
        }

        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
            return executor.invokeAll(tasks);
        }

        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException {
            return executor.invokeAll(tasks, timeout, unit);
        }

        public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
            return executor.invokeAny(tasks);
        }

        public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return executor.invokeAny(tasks, timeout, unit);
        }
    }

    static final class DelegatedLater extends Delegated implements ScheduledExecutorService {
        private final ScheduledExecutorService executor;

        DelegatedLater(ScheduledExecutorService executor) {
            super(executor);
            this.executor = executor;
        }

        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return executor.schedule(task, delay, unit);
        }

        public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
            return executor.schedule(task, delay, unit);
        }

        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
            return executor.scheduleAtFixedRate(task, delay, period, unit);
        }

        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
            return executor.scheduleWithFixedDelay(task, delay, pause, unit);
        }
    }
}
