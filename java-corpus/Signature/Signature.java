import java.security.SignatureException;

/** A digital signature: first prepared for signing or for verifying, then fed with data, then used. */
public class Signature {
    private static final int UNINITIALIZED = 0;
    private static final int SIGN = 2;
    private static final int VERIFY = 3;

    private int state = UNINITIALIZED;
    private int digest;

    public void initSign() {
        state = SIGN;
        digest = 1;
    }

    public void initVerify() {
        state = VERIFY;
        digest = 1;
    }

    public byte[] sign() throws SignatureException {
        if (state != SIGN) {
            throw new SignatureException("not prepared for signing");
        }
        return new byte[] {(byte) digest};
    }

    public boolean verify(byte[] signature) throws SignatureException {
        if (state != VERIFY) {
            throw new SignatureException("not prepared for verifying");
        }
        return signature != null && signature.length == 1 && signature[0] == (byte) digest;
    }

    public void update(byte data) throws SignatureException {
        switch (state) {
            case SIGN:
            case VERIFY:
                digest = digest * 31 + data;
                break;
            default:
                throw new SignatureException("not prepared");
        }
    }
}
