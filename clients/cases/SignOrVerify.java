import java.security.SignatureException;

/** One flag decides how it is initialised, and is not asked again. */
public class SignOrVerify {
    static byte[] sign(boolean check) throws SignatureException {
        Signature signature = new Signature();
        if (check) {
            signature.initVerify();
        } else {
            signature.initSign();
        }
        return signature.sign(); // violation on some path
    }
}
