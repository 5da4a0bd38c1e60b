/** Committed or rolled back, by exception. */
public class TransactionProperly {
    static void run(Runnable work) {
        TransactionManager manager = new TransactionManager();
        manager.begin();
        try {
            work.run();
        } catch (RuntimeException failed) {
            manager.rollback();
            return;
        }
        manager.commit();
    }
}
