/** A session with a transaction at a time: whether it is over is known to the transaction alone. */
public class Transactions {
    static class Transaction {
        private boolean over;

        boolean isActive() {
            return !over;
        }

        void end() {
            if (over) {
                throw new IllegalStateException("the transaction is over");
            }
            over = true;
        }
    }

    Transaction current;

    public void begin() {
        if (current != null && current.isActive()) {
            throw new IllegalStateException("a transaction is active");
        }
        current = new Transaction();
    }

    public void commit() {
        current().end();
    }

    public void rollback() {
        current().end();
        current = null;
    }

    private Transaction current() {
        if (current == null) {
            throw new IllegalStateException("no transaction was begun");
        }
        return current;
    }
}
