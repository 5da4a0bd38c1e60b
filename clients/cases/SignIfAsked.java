import java.security.SignatureException;

/** One flag, asked twice: the two branches go together. */
public class SignIfAsked {
    static boolean use(boolean check, byte[] given) throws SignatureException {
        Signature signature = new Signature();
        if (check) {
            signature.initVerify();
        } else {
            signature.initSign();
        }
        if (check) {
            return signature.verify(given);
        }
        return signature.sign().length > 0;
    }
}
