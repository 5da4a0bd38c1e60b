/** A monitored wire with several plugs, of which one is connected at a time. */
public final class Wires {
    public static void main(String[] arguments) {
        MonitoredWire wire = new MonitoredWire();
        MonitoredWire.PlugRole first = wire.newPlugRole();
        MonitoredWire.PlugRole second = wire.newPlugRole();
        first.on();
        second.on();
        wire.connect(second.unwrapped());
        second.off();
        wire.disconnect();
        wire.connect(first.unwrapped());
        second.on();
        wire.send();
        System.out.println("again: " + stopped(() -> wire.connect(second.unwrapped())));
        first.off();
        System.out.println("off: " + stopped(wire::send));
        first.on();
        wire.send();
        wire.disconnect();
        System.out.println("none: " + stopped(wire::send));
        System.out.println("null: " + stopped(() -> new MonitoredWire().connect(null)));
        MonitoredWire other = new MonitoredWire();
        other.connect(new Plug());
        System.out.println("unseen: " + stopped(other::send));
    }

    private static String stopped(Runnable wrong) {
        try {
            wrong.run();
            return "not stopped";
        } catch (IllegalStateException stopped) {
            return stopped.getMessage().split(": ")[0];
        }
    }
}
