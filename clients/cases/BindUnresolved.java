/** The question is asked, and the answer taken for its opposite. */
public class BindUnresolved {
    static void bind(ArgumentObservers.Address given) {
        ArgumentObservers socket = new ArgumentObservers();
        if (given.isUnresolved()) {
            socket.bind(given); // violation on every path
        }
    }
}
