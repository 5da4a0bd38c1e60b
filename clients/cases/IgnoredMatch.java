import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether there is a match is not asked: if there is none, group fails. */
public class IgnoredMatch {
    static String first(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text);
        matcher.matches();
        return matcher.group(); // violation on some path
    }
}
