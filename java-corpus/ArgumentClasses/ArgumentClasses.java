/** A signer that takes keys of several classes: of which one a key is, is for the client to know. */
public class ArgumentClasses {
    public interface Key {
    }

    public static class SecretKey implements Key {
    }

    public static final class StrongKey extends SecretKey {
    }

    public static final class PublicKey implements Key {
    }

    private SecretKey secret;
    private boolean verifies;

    public void init(Key key) {
        if (key instanceof SecretKey) {
            secret = (SecretKey) key;
            verifies = false;
        } else if (key instanceof PublicKey) {
            secret = null;
            verifies = true;
        } else {
            throw new IllegalArgumentException("no key of ours");
        }
    }

    public void sign() {
        if (secret == null) {
            throw new IllegalStateException("no secret key");
        }
    }

    public void verify() {
        if (!verifies) {
            throw new IllegalStateException("no public key");
        }
    }

    /** What is a strong key is a secret one, and never a public one. */
    public void check(Object key) {
        boolean strong = key instanceof StrongKey;
        boolean open = key instanceof PublicKey;
        boolean hidden = key instanceof SecretKey;
        if (strong && (open || !hidden)) {
            throw new IllegalStateException("never");
        }
        if (hidden && !strong) {
            throw new IllegalArgumentException("too weak");
        }
    }

    /** A cast that fails is an outcome, after which nothing has changed. */
    public void share(Object key) {
        PublicKey open = (PublicKey) key;
        verifies = open != null;
        secret = null;
    }
}
