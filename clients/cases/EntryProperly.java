/** Activated, registered, installed. */
public class EntryProperly {
    static void serve() {
        ServerTableEntry entry = new ServerTableEntry();
        entry.activate();
        entry.register();
        entry.registerPorts();
        entry.install();
    }
}
