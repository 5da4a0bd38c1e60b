/** begin inside begin. */
public class TransactionTwice {
    static void run() {
        TransactionManager manager = new TransactionManager();
        manager.begin();
        manager.begin(); // violation on every path
    }
}
