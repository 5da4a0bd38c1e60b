/** Objects that are made when they are first needed, by helpers. */
public class LazyParts {
    static class Part {
        boolean closed;

        void use() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
        }
    }

    Part input;
    Part output;

    public LazyParts() {
        openInput();
    }

    private void openInput() {
        input = new Part();
    }

    private Part output() {
        if (output == null) {
            output = new Part();
        }
        return output;
    }

    public void read() {
        input.use();
    }

    public void write() {
        output().use();
    }

    public void shutInput() {
        input.closed = true;
    }

    public void shutOutput() {
        output().closed = true;
    }

    public void reset() {
        output = null;
    }
}
