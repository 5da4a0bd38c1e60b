import java.security.SignatureException;

/** The lambda has the object, and may run at any call. */
public class CapturedByLambda {
    static byte[] sign() throws SignatureException {
        Signature signature = new Signature();
        signature.initSign();
        Runnable change = () -> signature.initVerify();
        change.run();
        return signature.sign(); // may violate
    }
}
