package java.lang;

import etiquette.Unknown;
import etiquette.World;
import java.util.HashMap;
import java.util.Map;

/**
 * A thread that is not the one that there is. Whether it was started is known; what it does then is outside of what is
 * looked at, so that only time tells whether it is still alive.
 */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private Runnable target;
    private boolean isStarted;
    private boolean isOver;
    private boolean isInterrupted;
    private boolean isDaemon;
    private ClassLoader loader;
    private UncaughtExceptionHandler handler;

    public Thread() {}

    public Thread(Runnable target) {
        this.target = target;
    }

    public Thread(ThreadGroup group, Runnable target) {
        this.target = target;
    }

    public Thread(String name) {
        if (name == null) throw new NullPointerException();
    }

    public Thread(ThreadGroup group, String name) {
        this(name);
    }

    public Thread(Runnable target, String name) {
        this(name);
        this.target = target;
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        this(target, name);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize) {
        this(target, name);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize, boolean inheritsLocals) {
        this(target, name);
    }

    /** The one thread, of which nothing is known but that it is there. */
    public static native Thread currentThread();

    public static void yield() {}

    public static void onSpinWait() {}

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) throw new IllegalArgumentException();
        if (interrupted()) throw new InterruptedException();
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (nanos < 0 || nanos > 999999) throw new IllegalArgumentException();
        sleep(millis);
    }

    /** Whoever calls may have been interrupted. */
    public static boolean interrupted() {
        return World.aBoolean();
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public synchronized void start() {
        if (isStarted) throw new IllegalThreadStateException();
        isStarted = true;
    }

    public void run() {
        if (target != null) target.run();
    }

    public final void stop() {}

    public void interrupt() {
        isInterrupted = true;
    }

    public boolean isInterrupted() {
        return isStarted ? World.aBoolean() : isInterrupted;
    }

    public final boolean isAlive() {
        if (!isStarted || isOver) return false;
        if (World.aBoolean()) isOver = true;
        return !isOver;
    }

    public final void suspend() {}

    public final void resume() {}

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) throw new IllegalArgumentException();
    }

    public final int getPriority() {
        return MIN_PRIORITY + Unknown.below(MAX_PRIORITY);
    }

    public final synchronized void setName(String name) {
        if (name == null) throw new NullPointerException();
    }

    public final String getName() {
        return Unknown.aString();
    }

    /** Null where it is over. */
    public final ThreadGroup getThreadGroup() {
        return isStarted && !isAlive() ? null : Unknown.orSome((ThreadGroup) null);
    }

    public static int activeCount() {
        return World.anInt();
    }

    public static int enumerate(Thread[] threads) {
        int found = World.anInt();
        return found < 0 || found > threads.length ? 0 : found;
    }

    public int countStackFrames() {
        throw new UnsupportedOperationException();
    }

    public final synchronized void join(long millis) throws InterruptedException {
        if (millis < 0) throw new IllegalArgumentException();
        if (interrupted()) throw new InterruptedException();
        if (millis == 0) end();
    }

    public final synchronized void join(long millis, int nanos) throws InterruptedException {
        if (nanos < 0 || nanos > 999999) throw new IllegalArgumentException();
        join(millis == 0 && nanos > 0 ? 1 : millis);
    }

    public final void join() throws InterruptedException {
        join(0);
    }

    /** It is waited for until it is over. */
    private void end() {
        if (isStarted) isOver = true;
    }

    public static void dumpStack() {}

    public final void setDaemon(boolean to) {
        if (isAlive()) throw new IllegalThreadStateException();
        isDaemon = to;
    }

    public final boolean isDaemon() {
        return isDaemon || Unknown.aBoolean();
    }

    public final void checkAccess() {}

    public String toString() {
        return Unknown.aString();
    }

    public ClassLoader getContextClassLoader() {
        return Unknown.aBoolean() ? loader : Unknown.orSome((ClassLoader) null);
    }

    public void setContextClassLoader(ClassLoader to) {
        loader = to;
    }

    public static boolean holdsLock(Object object) {
        if (object == null) throw new NullPointerException();
        return Unknown.aBoolean();
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[Unknown.below(Integer.MAX_VALUE)];
    }

    public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
        return new HashMap<>();
    }

    public long getId() {
        return Unknown.aLong();
    }

    public final long threadId() {
        return getId();
    }

    public final boolean isVirtual() {
        return Unknown.aBoolean();
    }

    public static Thread startVirtualThread(Runnable task) {
        if (task == null) throw new NullPointerException();
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    public State getState() {
        if (!isStarted) return State.NEW;
        if (!isAlive()) return State.TERMINATED;
        if (World.aBoolean()) return State.BLOCKED;
        if (World.aBoolean()) return State.WAITING;
        return World.aBoolean() ? State.TIMED_WAITING : State.RUNNABLE;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {}

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return Unknown.aBoolean() ? null : Unknown.orSome((UncaughtExceptionHandler) null);
    }

    /** The group is one, too. */
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        if (isStarted && !isAlive()) return null;
        return handler != null ? handler : Unknown.orSome((UncaughtExceptionHandler) null);
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler to) {
        handler = to;
    }

    public enum State {
        NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED
    }

    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }
}
