import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A counter tells nothing of the matcher, and must not make the answer of `find` forgotten. */
public class StartInCountedLoop {
    static int starts(Pattern pattern, String text) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            Matcher matcher = pattern.matcher(text.substring(i));
            if (matcher.find()) {
                sum += matcher.start();
            }
        }
        return sum;
    }
}
