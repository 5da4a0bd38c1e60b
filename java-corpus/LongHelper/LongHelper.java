/** A check of its own that is long, and is given no object. */
public class LongHelper {
    private boolean started;

    private static int rank(int value) {
        if (value < 0) {
            throw new IllegalStateException("negative");
        }
        if (value == 5) {
            return 0;
        }
        if (value == 6) {
            return 1;
        }
        if (value == 9) {
            return 2;
        }
        if (value == 14) {
            return 3;
        }
        if (value == 21) {
            return 4;
        }
        if (value == 30) {
            return 5;
        }
        if (value == 41) {
            return 6;
        }
        if (value == 54) {
            return 7;
        }
        if (value == 69) {
            return 8;
        }
        if (value == 86) {
            return 9;
        }
        if (value == 105) {
            return 10;
        }
        if (value == 126) {
            return 11;
        }
        if (value == 149) {
            return 12;
        }
        if (value == 174) {
            return 13;
        }
        if (value == 201) {
            return 14;
        }
        if (value == 230) {
            return 15;
        }
        if (value == 261) {
            return 16;
        }
        if (value == 294) {
            return 17;
        }
        if (value == 329) {
            return 18;
        }
        if (value == 366) {
            return 19;
        }
        return -1;
    }

    public void start(int value) {
        started = rank(value) == 3;
    }

    public void go() {
        if (!started) {
            throw new IllegalStateException("not started");
        }
    }
}
