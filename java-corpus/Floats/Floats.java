/** Numbers with fractions. */
public class Floats {
    public void check(byte x) {
        float half = x / 2f;
        if (half == 0.5f) {
            throw new IllegalStateException("a half");
        }
    }
}
