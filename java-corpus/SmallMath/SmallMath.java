/** Functions on bytes that refuse what has no result. */
public class SmallMath {
    public byte twice(byte x) {
        byte result = (byte) (x * 2);
        if (result / 2 != x) {
            throw new ArithmeticException("overflow");
        }
        return result;
    }

    public int quotient(byte x) {
        return 100 / (x % 5);
    }

    public int log2(byte x) {
        if (x <= 0) {
            throw new IllegalArgumentException("not positive");
        }
        int log = 0;
        while ((x >>>= 1) != 0) {
            log++;
        }
        return 10 / (log + 1);
    }

    public int shifts(byte x) {
        int left = x << 33;
        int signed = x >> 1;
        int unsigned = x >>> 28;
        return 1 / (left - 2 * x) + signed + unsigned;
    }

    public long wide(byte x) {
        long product = (long) x * Integer.MAX_VALUE;
        return 1L / (product > Integer.MAX_VALUE ? 0L : 1L);
    }
}
