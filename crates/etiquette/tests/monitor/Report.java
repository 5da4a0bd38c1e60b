import java.util.ArrayList;
import java.util.List;

/** Forbidden calls are reported and made, and everything is in the log. */
public final class Report {
    public static void main(String[] arguments) {
        List<String> reports = new ArrayList<>();
        MonitoredConnection.reportTo(reports::add);
        MonitoredConnection connection = new MonitoredConnection();
        connection.open();
        connection.login("bob", "bob!");
        connection.send(new byte[2]);
        try {
            connection.open();
        } catch (IllegalStateException failed) {
            reports.add(failed.getMessage());
        }
        System.out.println(reports);
    }
}
