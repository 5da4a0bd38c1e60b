import java.security.SignatureException;

/** What a field holds may be in any state. */
public class SignFromField {
    private final Signature signature = new Signature();

    void prepare() {
        signature.initSign();
    }

    byte[] sign() throws SignatureException {
        return signature.sign(); // may violate
    }
}
