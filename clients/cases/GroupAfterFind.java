import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A group is asked for only where there is a match. */
public class GroupAfterFind {
    static String first(String text) {
        Matcher matcher = Pattern.compile("a+").matcher(text);
        if (matcher.find()) {
            return matcher.group();
        }
        return null;
    }
}
