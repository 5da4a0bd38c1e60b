import java.net.SocketException;

/** A client socket with all that a client can call; numbers stand for addresses, streams and options. */
public class WholeSocket {
    private boolean created;
    private boolean bound;
    private boolean connected;
    private boolean closed;
    private boolean inputShut;
    private boolean outputShut;
    /** An old implementation may be bound and connected again. */
    private boolean oldImplementation;
    private int address;
    private int port;
    private int option;

    public WholeSocket() {
    }

    public WholeSocket(boolean old) {
        oldImplementation = old;
    }

    public WholeSocket(int address, int port) {
        this(address, port, true);
    }

    public WholeSocket(int address, int port, boolean stream) {
        demand(port >= 0 && port <= 65535);
        this.port = port;
        oldImplementation = !stream;
        establish(address);
    }

    private static void demand(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("out of range");
        }
    }

    private void checkOpen() throws SocketException {
        if (closed) {
            throw new SocketException("closed");
        }
    }

    private void checkInput() throws SocketException {
        checkOpen();
        if (!connected || inputShut) {
            throw new SocketException("no input");
        }
    }

    private void checkOutput() throws SocketException {
        checkOpen();
        if (!connected || outputShut) {
            throw new SocketException("no output");
        }
    }

    private void establish(int to) {
        created = true;
        bound = true;
        connected = true;
        address = to;
    }

    private int option(int number) throws SocketException {
        checkOpen();
        created = true;
        return option ^ number;
    }

    private void setOptionTo(int value) throws SocketException {
        checkOpen();
        created = true;
        option = value;
    }

    public void bind(int to) throws SocketException {
        checkOpen();
        if (bound && !oldImplementation) {
            throw new SocketException("bound already");
        }
        created = true;
        bound = true;
        address = to;
    }

    public void connect(int to) throws SocketException {
        connect(to, 0);
    }

    public void connect(int to, int timeout) throws SocketException {
        demand(timeout >= 0);
        checkOpen();
        if (connected && !oldImplementation) {
            throw new SocketException("connected already");
        }
        establish(to);
    }

    public void close() {
        closed = true;
    }

    public int getInetAddress() {
        return address;
    }

    public int getLocalAddress() {
        return address;
    }

    public int getPort() {
        return port;
    }

    public int getLocalPort() {
        return port;
    }

    public int getRemoteSocketAddress() {
        return address;
    }

    public int getLocalSocketAddress() {
        return address;
    }

    public int getChannel() {
        return address;
    }

    public boolean isConnected() {
        return connected;
    }

    public boolean isBound() {
        return bound;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isInputShutdown() {
        return inputShut;
    }

    public boolean isOutputShutdown() {
        return outputShut;
    }

    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        if (!connected) {
            option = connectionTime * latency + bandwidth;
        }
    }

    public void setTcpNoDelay(boolean on) throws SocketException {
        setOptionTo(on ? 1 : 0);
    }

    public int getTcpNoDelay() throws SocketException {
        return option(1);
    }

    public void setKeepAlive(boolean on) throws SocketException {
        setOptionTo(on ? 2 : 0);
    }

    public int getKeepAlive() throws SocketException {
        return option(2);
    }

    public void setReuseAddress(boolean on) throws SocketException {
        setOptionTo(on ? 3 : 0);
    }

    public int getReuseAddress() throws SocketException {
        return option(3);
    }

    public void setOOBInline(boolean on) throws SocketException {
        setOptionTo(on ? 4 : 0);
    }

    public int getOOBInline() throws SocketException {
        return option(4);
    }

    public void setSoTimeout(int value) throws SocketException {
        demand(value >= 0);
        setOptionTo(value);
    }

    public int getSoTimeout() throws SocketException {
        return option(5);
    }

    public void setSendBufferSize(int value) throws SocketException {
        demand(value > 0);
        setOptionTo(value);
    }

    public int getSendBufferSize() throws SocketException {
        return option(6);
    }

    public void setReceiveBufferSize(int value) throws SocketException {
        demand(value > 0);
        setOptionTo(value);
    }

    public int getReceiveBufferSize() throws SocketException {
        return option(7);
    }

    public void setTrafficClass(int value) throws SocketException {
        demand(value >= 0 && value <= 255);
        setOptionTo(value);
    }

    public int getTrafficClass() throws SocketException {
        return option(8);
    }

    public void setSoLinger(boolean on, int seconds) throws SocketException {
        demand(!on || seconds >= 0);
        setOptionTo(on ? seconds : -1);
    }

    public int getSoLinger() throws SocketException {
        return option(9);
    }

    public void setOption(int name, int value) throws SocketException {
        setOptionTo(name + value);
    }

    public void setOption(int name, boolean value) throws SocketException {
        setOption(name, value ? 1 : 0);
    }

    public int getOption(int name) throws SocketException {
        return option(name);
    }

    public int getInputStream() throws SocketException {
        checkInput();
        return address;
    }

    public int available() throws SocketException {
        checkInput();
        return option;
    }

    public int read() throws SocketException {
        return read(1);
    }

    public int read(int count) throws SocketException {
        demand(count >= 0);
        checkInput();
        return count & option;
    }

    public void shutdownInput() throws SocketException {
        checkInput();
        inputShut = true;
    }

    public int getOutputStream() throws SocketException {
        checkOutput();
        return address;
    }

    public void write(int data) throws SocketException {
        checkOutput();
        option = data;
    }

    public void write(int data, int length) throws SocketException {
        demand(length >= 0);
        write(data + length);
    }

    public void sendUrgentData(int data) throws SocketException {
        write(data & 255);
    }

    public void shutdownOutput() throws SocketException {
        checkOutput();
        outputShut = true;
    }
}
