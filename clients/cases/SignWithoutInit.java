import java.security.SignatureException;

/** Not initialised. */
public class SignWithoutInit {
    static byte[] sign() throws SignatureException {
        Signature signature = new Signature();
        return signature.sign(); // violation on every path
    }
}
