/** The next version of the turnstile: a fare costs five coins, and may be paid again. */
public class Turnstile {
    private int paid;

    public void pay(int coins) {
        if (coins < 5 || coins > 50) {
            throw new IllegalArgumentException("the fare is 5 coins, and there is room for 50");
        }
        paid = coins;
    }

    public void pass() {
        if (paid == 0) {
            throw new IllegalStateException("pay first");
        }
        paid = 0;
    }

    public boolean isOpen() {
        return paid > 0;
    }
}
