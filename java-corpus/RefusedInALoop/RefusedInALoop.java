import java.util.HashMap;
import java.util.Map;

/** No object is ever made: what the constructor does behind its loop always throws. */
public class RefusedInALoop {
    private final Map<String, Integer> seen = new HashMap<>();

    public RefusedInALoop(int[] items) {
        int rounds = 0;
        while (isKnown() && rounds++ < 2) { }
        throw new UnsupportedOperationException();
    }

    private boolean isKnown() {
        seen.put("a", 1);
        if (seen.containsKey("b")) throw new IllegalStateException("never so, but a map is only a size here");
        return seen.containsKey("b");
    }

    public void use() { }
}
