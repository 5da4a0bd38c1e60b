import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** After the loop there is no match any more; reset returns the matcher itself. */
public class GroupAfterLoop {
    static String last(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text).reset();
        while (matcher.find()) {
            matcher.start();
        }
        return matcher.group(); // violation on every path
    }
}
