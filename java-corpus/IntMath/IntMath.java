/** Functions on integers that refuse what has no result. */
public class IntMath {
    /** How to round a quotient. */
    public enum Rounding { DOWN, UP, UNNECESSARY }

    private static final int[] FACTORIALS = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600};

    private static void demandNotNegative(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    public int mod(int x, int m) {
        if (m <= 0) {
            throw new ArithmeticException("modulus");
        }
        int result = x % m;
        return result >= 0 ? result : result + m;
    }

    public int factorial(int n) {
        demandNotNegative(n);
        return n < FACTORIALS.length ? FACTORIALS[n] : Integer.MAX_VALUE;
    }

    public int divide(int p, int q, Rounding rounding) {
        int quotient = p / q;
        int rest = p - q * quotient;
        if (rest == 0) {
            return quotient;
        }
        switch (rounding) {
            case UNNECESSARY:
                throw new ArithmeticException("rounding is necessary");
            case UP:
                return (p ^ q) >= 0 ? quotient + 1 : quotient - 1;
            default:
                return quotient;
        }
    }

    public int checkedAdd(int a, int b) {
        long sum = (long) a + b;
        if (sum != (int) sum) {
            throw new ArithmeticException("overflow");
        }
        return (int) sum;
    }

    public int checkedMultiply(int a, int b) {
        long product = (long) a * b;
        if (product != (int) product) {
            throw new ArithmeticException("overflow");
        }
        return (int) product;
    }

    public int log2(int x) {
        if (x <= 0) {
            throw new IllegalArgumentException("not positive");
        }
        int log = 0;
        while ((x >>>= 1) != 0) {
            log++;
        }
        return log;
    }

    public int sqrt(int x) {
        demandNotNegative(x);
        int root = 0;
        for (int bit = 1 << 15; bit != 0; bit >>= 1) {
            int next = root | bit;
            if ((long) next * next <= x) {
                root = next;
            }
        }
        return root;
    }

    public int pow(int base, int exponent) {
        demandNotNegative(exponent);
        int result = 1;
        for (; exponent != 0; exponent >>= 1) {
            result *= (exponent & 1) == 0 ? 1 : base;
            base *= base;
        }
        return result;
    }
}
