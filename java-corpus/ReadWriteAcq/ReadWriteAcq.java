/** A shared memory with a lock; writing needs a mark that only acqx sets and only relx takes away. */
public class ReadWriteAcq {
    private Object lock;
    private boolean exclusive;

    public void acq() {
        if (lock != null) {
            throw new IllegalStateException("held already");
        }
        lock = new Object();
    }

    public void acqx() {
        if (lock != null) {
            throw new IllegalStateException("held already");
        }
        lock = new Object();
        exclusive = true;
    }

    public void rel() {
        lock = null;
    }

    public void relx() {
        lock = null;
        exclusive = false;
    }

    public void read() {
        if (lock == null) {
            throw new IllegalStateException("not held");
        }
    }

    public void write() {
        if (!exclusive) {
            throw new IllegalStateException("not exclusive");
        }
    }
}
