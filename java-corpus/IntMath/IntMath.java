/** Functions on integers that refuse what has no result. */
public class IntMath {
    /** How to round a quotient. */
    public enum Rounding { DOWN, UP, UNNECESSARY }

    private static final int[] FACTORIALS = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600};
    /** The largest n of which so many can be chosen in less ways than there are numbers. */
    private static final int[] BIGGEST_BINOMIALS = {
        Integer.MAX_VALUE, Integer.MAX_VALUE, 65536, 2345, 477, 193, 110, 75, 58, 49, 43, 39, 37, 35, 34, 34, 33
    };
    private static final int[] POWERS_OF_TEN = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

    private static void demandNotNegative(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    private static void demandPositive(int x) {
        if (x <= 0) {
            throw new IllegalArgumentException("not positive");
        }
    }

    private static int checked(long value) {
        if (value != (int) value) {
            throw new ArithmeticException("overflow");
        }
        return (int) value;
    }

    private static long quotient(long p, long q) {
        return q == 0 ? 0 : p / q;
    }

    public boolean isPowerOfTwo(int x) {
        return x > 0 && (x & x - 1) == 0;
    }

    public int mean(int x, int y) {
        return (x & y) + ((x ^ y) >> 1);
    }

    public int gcd(int a, int b) {
        demandNotNegative(a);
        demandNotNegative(b);
        int twos = 0;
        while (a != 0 && b != 0) {
            if (((a | b) & 1) == 0) {
                twos++;
                a >>= 1;
                b >>= 1;
            } else if ((a & 1) == 0) {
                a >>= 1;
            } else if ((b & 1) == 0) {
                b >>= 1;
            } else if (a > b) {
                a = a - b >> 1;
            } else {
                b = b - a >> 1;
            }
        }
        return (a | b) << twos;
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

    public int binomial(int n, int k) {
        demandNotNegative(n);
        if (k < 0 || k > n) {
            throw new IllegalArgumentException("out of range");
        }
        int least = k > n >> 1 ? n - k : k;
        if (least >= BIGGEST_BINOMIALS.length || n > BIGGEST_BINOMIALS[least]) {
            return Integer.MAX_VALUE;
        }
        long result = 1;
        for (int i = 1; i <= least; i++) {
            result = quotient(result * (n - least + i), i);
        }
        return (int) result;
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
        return checked((long) a + b);
    }

    public int checkedSubtract(int a, int b) {
        return checked((long) a - b);
    }

    public int checkedMultiply(int a, int b) {
        return checked((long) a * b);
    }

    public int log10(int x) {
        demandPositive(x);
        int log = 0;
        while (log < 9 && x >= POWERS_OF_TEN[log + 1]) {
            log++;
        }
        return log;
    }

    public int log2(int x) {
        demandPositive(x);
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
