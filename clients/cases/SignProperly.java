import java.security.SignatureException;

/** Initialised for signing, then used for it. */
public class SignProperly {
    static byte[] sign(byte[] data) throws SignatureException {
        Signature signature = new Signature();
        signature.initSign();
        for (byte part : data) {
            signature.update(part);
        }
        return signature.sign();
    }
}
