import java.net.SocketException;

/** Connected, used, closed, whatever happens. */
public class SocketProperly {
    static void talk(String host) throws SocketException {
        Socket socket = new Socket();
        try {
            socket.connect(host, 80);
            socket.getOutputStream();
            socket.shutdownOutput();
            socket.getInputStream();
        } finally {
            socket.close();
        }
    }
}
