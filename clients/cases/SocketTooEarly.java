import java.net.SocketException;

/** Streams before the connection. */
public class SocketTooEarly {
    static Object talk(String host) throws SocketException {
        Socket socket = new Socket();
        socket.bind(80);
        Object stream = socket.getInputStream(); // violation on every path
        socket.connect(host, 80);
        return stream;
    }
}
