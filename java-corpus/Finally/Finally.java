/** finally blocks run on every way out; an exception that is thrown again is still the same. */
public class Finally {
    private boolean busy;
    private int depth;

    /** Leaves nothing behind, whichever way it goes. */
    public void work(boolean fail) {
        busy = true;
        try {
            if (fail) {
                throw new UnsupportedOperationException();
            }
        } finally {
            busy = false;
        }
    }

    /** Forgets to tidy up when it fails. */
    public void carelessWork(boolean fail) {
        busy = true;
        try {
            if (fail) {
                throw new UnsupportedOperationException();
            }
            busy = false;
        } catch (RuntimeException problem) {
            throw problem;
        }
    }

    /** The return in finally swallows the exception. */
    @SuppressWarnings("finally")
    public int swallow() {
        try {
            return 1 / depth;
        } finally {
            depth = 0;
            return 0;
        }
    }

    public void close() {
        if (busy) {
            throw new IllegalStateException("busy");
        }
    }
}
