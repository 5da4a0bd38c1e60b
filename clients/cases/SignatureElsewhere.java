import java.security.SignatureException;

/** The field is private, and what is called does not touch it. */
public class SignatureElsewhere {
    private Signature kept;

    byte[] sign() throws SignatureException {
        Signature signature = new Signature();
        kept = signature;
        signature.initSign();
        Log.note("ready");
        return signature.sign();
    }

    byte[] signOnceMore() throws SignatureException {
        return kept.sign(); // may violate
    }

    private static final class Log {
        private static int lines;

        static void note(String text) {
            lines++;
            System.out.println(text);
        }
    }
}
