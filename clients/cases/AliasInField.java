import java.security.SignatureException;

/** The field and the variable hold one object. */
public class AliasInField {
    private Signature kept;

    byte[] sign() throws SignatureException {
        Signature signature = new Signature();
        kept = signature;
        signature.initSign();
        kept.initVerify();
        return signature.sign(); // may violate
    }
}
