import java.security.SignatureException;

/** A method of the client's own makes the object and initialises it. */
public class SignFromFactory {
    static void use() throws SignatureException {
        Signature ready = forVerifying();
        ready.update((byte) 1);
        ready.sign(); // violation on every path
    }

    private static Signature forVerifying() {
        Signature made = new Signature();
        made.initVerify();
        return made;
    }
}
