import java.security.SignatureException;

/** Which of two objects it is depends on the flag; one of them is not ready. */
public class OneOfTwo {
    static byte[] sign(boolean first) throws SignatureException {
        Signature ready = new Signature();
        Signature fresh = new Signature();
        ready.initSign();
        Signature chosen = first ? ready : fresh;
        return chosen.sign(); // violation on some path
    }
}
