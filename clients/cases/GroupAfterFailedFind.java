import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The result of find is kept, but the wrong branch uses it. */
public class GroupAfterFailedFind {
    static String first(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text);
        boolean found = matcher.find();
        if (found) {
            return "none";
        }
        return matcher.group(); // violation on every path
    }
}
