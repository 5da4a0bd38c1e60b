package java.util.concurrent;

import etiquette.Unknown;

/** A count. Waiting returns where there is nothing to wait for, and otherwise by others, or by time. */
public class CountDownLatch {
    private int count;

    public CountDownLatch(int count) {
        if (count < 0) throw new IllegalArgumentException("count < 0");
        this.count = count;
    }

    public void await() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        while (count != 0) {
            // Nobody else is there to count down.
        }
    }

    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) throw new NullPointerException();
        if (Thread.interrupted()) throw new InterruptedException();
        return count == 0;
    }

    public void countDown() {
        if (count > 0) count--;
    }

    public long getCount() {
        return count;
    }
}
