import java.security.SignatureException;
import java.util.List;

/** Two questions about one list may have the same answer: no violation is claimed. */
public class SameQuestionTwice {
    static void sign(List<String> names) throws SignatureException {
        Signature signature = new Signature();
        if (names.isEmpty()) {
            signature.initSign();
        }
        if (names.size() == 0) {
            signature.sign(); // may violate
        }
    }
}
