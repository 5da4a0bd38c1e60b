/** A ticket wins once, or never. */
public class Lottery {
    private long prize;

    /** What may be collected now: 0, or a prize; negative if the ticket must be thrown away first. */
    public long draw() {
        if (prize != 0) {
            throw new IllegalStateException();
        }
        prize = System.nanoTime() % 5 - 2;
        return prize;
    }

    public void collect() {
        if (prize <= 0) {
            throw new IllegalStateException();
        }
        prize = 0;
    }

    public void discard() {
        if (prize >= 0) {
            throw new IllegalStateException();
        }
        prize = 0;
    }
}
