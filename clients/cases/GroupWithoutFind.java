import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nobody has looked for a match yet. */
public class GroupWithoutFind {
    static String first(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text);
        return matcher.group(); // violation on every path
    }
}
