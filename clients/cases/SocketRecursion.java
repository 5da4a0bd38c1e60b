import java.net.SocketException;

/** Each round of the recursion connects the same socket again. */
public class SocketRecursion {
    static void talk(int times) throws SocketException {
        again(new Socket(), times);
    }

    private static void again(Socket socket, int times) throws SocketException {
        socket.connect("host", 80); // violation on some path
        if (times > 0) {
            again(socket, times - 1);
        }
    }
}
