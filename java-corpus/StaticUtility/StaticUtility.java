/** Static methods without any state: only arguments decide. */
public abstract class StaticUtility {
    private static final int[] WEEK = {1, 2, 3, 4, 5, 6, 7};

    public static int half(int number) {
        if (number % 2 != 0) {
            throw new IllegalArgumentException("odd");
        }
        return number / 2;
    }

    public static int day(int index) {
        return WEEK[index % WEEK.length & 7];
    }

    public static int sum(int one, int other) {
        return one + other;
    }
}
