/** A record with a compact constructor that checks its components. */
public record Span(byte low, byte high) {
    public Span {
        if (low > high) {
            throw new IllegalArgumentException("empty");
        }
    }

    public int share() {
        return 100 / (high - low);
    }

    public void demand(byte value) {
        if (value < low || high < value) {
            throw new IllegalArgumentException("outside");
        }
    }
}
