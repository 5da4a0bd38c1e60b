import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** find(int) is no call of the interface, so after it nothing is known. */
public class FindFrom {
    static int first(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text);
        return matcher.find(3) ? matcher.start() : 0; // may violate
    }
}
