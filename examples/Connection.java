/** A connection that is opened, logged in to, used and closed. */
public class Connection {
    private enum State { CLOSED, OPEN, LOGGED_IN }

    private State state = State.CLOSED;
    private int sent;

    public void open() {
        require(State.CLOSED);
        state = State.OPEN;
    }

    /** Says whether the password was right; only then may messages be sent. */
    public boolean login(String user, String password) {
        require(State.OPEN);
        if (password == null || !password.equals(user + "!")) {
            return false;
        }
        state = State.LOGGED_IN;
        return true;
    }

    public void send(byte[] message) {
        require(State.LOGGED_IN);
        sent += message == null ? 0 : message.length;
    }

    public int bytesSent() {
        return sent;
    }

    public void close() {
        if (state == State.CLOSED) {
            throw new IllegalStateException("already closed");
        }
        state = State.CLOSED;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("not " + expected);
        }
    }
}
