import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A counter tells nothing of the matcher, and must not make the answer of `find` forgotten. */
public class StartInCountedLoop {
    static int starts(Pattern pattern, String[] texts) {
        int sum = 0;
        for (int i = 0; i < texts.length; i++) {
            Matcher matcher = pattern.matcher(texts[i]);
            if (matcher.find()) {
                sum += matcher.start();
            }
        }
        return sum;
    }
}
