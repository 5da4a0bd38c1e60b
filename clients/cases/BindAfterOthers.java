/** What was asked may have changed since, or is of another object. */
public class BindAfterOthers {
    static void bind(ArgumentObservers.Address given, Runnable work) {
        ArgumentObservers socket = new ArgumentObservers();
        if (!given.isUnresolved()) {
            work.run();
            socket.bind(given); // may violate
        }
    }

    static void bindOther(ArgumentObservers.Address asked, ArgumentObservers.Address given) {
        ArgumentObservers socket = new ArgumentObservers();
        if (!asked.isUnresolved()) {
            socket.bind(given); // may violate
        }
    }
}
