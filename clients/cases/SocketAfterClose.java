import java.net.SocketException;

/** Closed in a loop, used again in the next round. */
public class SocketAfterClose {
    static void talk(String[] hosts) throws SocketException {
        Socket socket = new Socket();
        for (String host : hosts) {
            socket.connect(host, 80); // violation on some path
            socket.close();
        }
    }
}
