/** Pay the fare in one go, then pass. */
public class Turnstile {
    private int paid;

    public void pay(int coins) {
        if (paid > 0) {
            throw new IllegalStateException("paid already");
        }
        if (coins < 3 || coins > 50) {
            throw new IllegalArgumentException("the fare is 3 coins, and there is room for 50");
        }
        paid = coins;
    }

    public void pass() {
        if (paid == 0) {
            throw new IllegalStateException("pay first");
        }
        paid = 0;
    }
}
