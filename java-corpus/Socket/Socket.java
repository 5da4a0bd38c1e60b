import java.net.SocketException;

/** A client socket. */
public class Socket {
    private boolean created;
    private boolean bound;
    private boolean connected;
    private boolean closed;
    private boolean inputShut;
    private boolean outputShut;

    private void create() {
        if (!created) {
            created = true;
        }
    }

    private void checkOpen() throws SocketException {
        if (closed) {
            throw new SocketException("closed");
        }
    }

    private void checkConnected() throws SocketException {
        checkOpen();
        if (!connected) {
            throw new SocketException("not connected");
        }
    }

    private void checkInput() throws SocketException {
        checkConnected();
        if (inputShut) {
            throw new SocketException("input is shut down");
        }
    }

    private void checkOutput() throws SocketException {
        checkConnected();
        if (outputShut) {
            throw new SocketException("output is shut down");
        }
    }

    public void bind(int port) throws SocketException {
        checkOpen();
        if (bound) {
            throw new SocketException("bound already");
        }
        create();
        bound = true;
    }

    public void connect(String host, int port) throws SocketException {
        checkOpen();
        if (connected) {
            throw new SocketException("connected already");
        }
        create();
        bound = true;
        connected = true;
    }

    public Object getInputStream() throws SocketException {
        checkInput();
        return new Object();
    }

    public Object getOutputStream() throws SocketException {
        checkOutput();
        return new Object();
    }

    public void shutdownInput() throws SocketException {
        checkInput();
        inputShut = true;
    }

    public void shutdownOutput() throws SocketException {
        checkOutput();
        outputShut = true;
    }

    public void close() {
        closed = true;
    }

    public boolean isBound() {
        return bound;
    }
}
