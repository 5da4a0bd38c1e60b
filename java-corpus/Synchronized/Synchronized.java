/** Methods and blocks that hold a monitor: in one thread they are as any other. */
public class Synchronized {
    private final Object monitor = new Object();
    private boolean open;

    public synchronized void open() {
        if (open) {
            throw new IllegalStateException("open");
        }
        open = true;
    }

    public void close() {
        synchronized (monitor) {
            synchronized (this) {
                if (!open) {
                    throw new IllegalStateException("closed");
                }
                open = false;
            }
        }
    }
}
