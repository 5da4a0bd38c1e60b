/** A lock that remembers who took it: only its owner may give it back, or to somebody else. */
public class OwnedLock {
    private Object owner;

    public void lock(Object who) {
        if (owner != null) {
            throw new IllegalStateException("taken");
        }
        owner = who;
    }

    public void unlock(Object who) {
        if (owner != who) {
            throw new IllegalStateException("not the owner");
        }
        owner = null;
    }

    /** Who had it is asked after it has gone to somebody else. */
    public void hand(Object to, Object who) {
        Object before = owner;
        owner = to;
        if (who != before) {
            throw new IllegalStateException("not the owner");
        }
    }

    public Object owner() {
        return owner;
    }
}
