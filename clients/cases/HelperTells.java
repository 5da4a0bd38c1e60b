import java.security.SignatureException;

/** The helper returns whether it has initialised the object. */
public class HelperTells {
    static byte[] sign(int size) throws SignatureException {
        Signature signature = new Signature();
        return prepare(signature, size) ? signature.sign() : null;
    }

    private static boolean prepare(Signature signature, int size) {
        if (size > 3) {
            signature.initSign();
            return true;
        }
        return false;
    }
}
