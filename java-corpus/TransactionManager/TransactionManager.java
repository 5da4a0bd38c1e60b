/** Manages one transaction at a time. */
public class TransactionManager {
    private enum Status { NONE, ACTIVE, MARKED_ROLLBACK, SUSPENDED }

    private Status status = Status.NONE;
    private int completed;

    public void begin() {
        demand(Status.NONE);
        status = Status.ACTIVE;
    }

    public void commit() {
        demand(Status.ACTIVE);
        completed++;
        status = Status.NONE;
    }

    public void rollback() {
        if (status != Status.MARKED_ROLLBACK) {
            demand(Status.ACTIVE);
        }
        status = Status.NONE;
    }

    public void setRollbackOnly() {
        if (status != Status.MARKED_ROLLBACK) {
            demand(Status.ACTIVE);
        }
        status = Status.MARKED_ROLLBACK;
    }

    public void suspend() {
        demand(Status.ACTIVE);
        status = Status.SUSPENDED;
    }

    public void resume() {
        demand(Status.SUSPENDED);
        status = Status.ACTIVE;
    }

    private void demand(Status wanted) {
        if (status != wanted) {
            throw new IllegalStateException("the transaction must be " + wanted.name());
        }
    }
}
