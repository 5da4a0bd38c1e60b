import java.net.SocketException;
import java.util.function.Consumer;

/** Others get the socket, and may do with it what they like. */
public class SocketEscapes {
    static void talk(String host, Consumer<Socket> user) throws SocketException {
        Socket socket = new Socket();
        user.accept(socket);
        socket.connect(host, 80); // may violate
    }
}
