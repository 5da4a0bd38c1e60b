import java.util.Map;
import java.util.concurrent.Executor;

/** Hands objects to code that nobody knows, and gives exceptions their reasons. */
public class Handing {
    private boolean closed;

    public void close() {
        closed = true;
    }

    private void check() {
        if (closed) {
            throw new IllegalStateException();
        }
    }

    public void keep(Map<Object, Object> given) {
        given.put("task", new Task());
    }

    public boolean compare(Comparable<Object> given) {
        return given.compareTo(new Task()) == 0;
    }

    public void hand(Executor given) {
        given.execute(new Task());
    }

    public void explain(Exception reason) {
        AssertionError error = new AssertionError("text");
        error.initCause(reason);
        throw error;
    }

    public void explainOwn(Exception reason) throws Throwable {
        throw new Failure("text").initCause(reason);
    }

    public void explainTwice(Exception reason) {
        AssertionError error = new AssertionError("text", reason);
        error.initCause(reason);
        throw error;
    }

    public void explainAny(Object what, Exception reason) {
        AssertionError error = new AssertionError(what);
        error.initCause(reason);
        throw error;
    }

    public void explainOddly(Exception reason) {
        throw (Odd) new Odd().initCause(reason);
    }

    private static class Odd extends RuntimeException {
        @Override
        public Throwable initCause(Throwable reason) {
            throw new IllegalStateException();
        }
    }

    private static class Failure extends RuntimeException {
        Failure(String text) {
            super(text);
        }
    }

    private class Task implements Runnable {
        @Override
        public void run() {
            check();
        }
    }
}
