/** Two buffers of one class that change places. */
public class SwappedBuffers {
    static class Buffer {
        boolean full;

        void fill() {
            if (full) {
                throw new IllegalStateException("full");
            }
            full = true;
        }
    }

    Buffer front = new Buffer();
    Buffer back = new Buffer();

    public void fill() {
        front.fill();
    }

    public void swap() {
        Buffer before = front;
        front = back;
        back = before;
    }

    public void renew() {
        front = new Buffer();
    }

    public void join() {
        back = front;
    }
}
