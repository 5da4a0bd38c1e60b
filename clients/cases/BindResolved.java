/** Whether an address is resolved is asked before it is handed on: in a variable, behind null, after it was made. */
public class BindResolved {
    static void bind(ArgumentObservers.Address given) {
        ArgumentObservers socket = new ArgumentObservers();
        if (given != null && !given.isUnresolved()) {
            socket.bind(given);
        }
    }

    static void bindNew(boolean resolved) {
        ArgumentObservers socket = new ArgumentObservers();
        ArgumentObservers.Address made = new ArgumentObservers.Address(resolved, 80);
        boolean unresolved = made.isUnresolved();
        if (unresolved) {
            return;
        }
        socket.bind(made);
    }
}
