import java.security.SignatureException;

/** The mistake is in a helper that is given the object. */
public class SignInHelper {
    static void start() throws SignatureException {
        Signature signature = new Signature();
        signature.initVerify();
        finish(signature);
    }

    private static byte[] finish(Signature signature) throws SignatureException {
        return signature.sign(); // violation on every path
    }
}
