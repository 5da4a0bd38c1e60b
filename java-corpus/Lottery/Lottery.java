/** A ticket wins, loses, or costs something. */
public class Lottery {
    private long prize;

    /** What may be collected now: 0, or a prize; negative if something has to be paid first. */
    public long draw(long ticket) {
        if (prize != 0) {
            throw new IllegalStateException();
        }
        prize = ticket - Runtime.getRuntime().availableProcessors();
        return prize;
    }

    public void collect() {
        if (prize <= 0) {
            throw new IllegalStateException();
        }
        prize = 0;
    }

    public void pay() {
        if (prize >= 0) {
            throw new IllegalStateException();
        }
        prize = 0;
    }
}
