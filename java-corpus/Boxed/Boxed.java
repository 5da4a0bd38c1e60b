/** A limit in a boxed number: there or not, and which. */
public class Boxed {
    private Integer limit;
    private Boolean strict = false;

    public void restrict(byte to) {
        limit = (int) to;
    }

    public void lift() {
        limit = null;
    }

    public void beStrict() {
        strict = true;
    }

    public void check() {
        if (limit < 0) {
            throw new IllegalStateException("below zero");
        }
    }

    public void checkStrictly() {
        if (strict && Integer.valueOf(7).equals(limit)) {
            throw new IllegalStateException("seven");
        }
    }
}
