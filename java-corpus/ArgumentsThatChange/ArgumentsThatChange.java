/** A filling station: what a can says when it is asked need not be what it said when the client handed it in. */
public class ArgumentsThatChange {
    public static final class Can {
        private boolean full;
        private int asked;
        private final boolean red;

        public Can(boolean full, boolean red) {
            this.full = full;
            this.red = red;
        }

        public boolean isFull() {
            return full;
        }

        public boolean isRed() {
            return red;
        }

        /** It only looks as if it looked. */
        public boolean isTired() {
            asked++;
            return asked > 2;
        }

        void fill() {
            full = true;
        }
    }

    /** One of those who could be asked is known to change when it is. */
    public interface Meter {
        boolean isHigh();
    }

    public static final class CountingMeter implements Meter {
        private int count;

        @Override
        public boolean isHigh() {
            return count++ > 3;
        }
    }

    /** Asked before it is filled. */
    public void fillUp(Can can) {
        if (can == null || can.isFull()) {
            throw new IllegalStateException("full");
        }
        can.fill();
    }

    /** Asked when it was filled: it is full. */
    public void fillAndLook(Can can) {
        if (can == null) {
            throw new IllegalStateException("nothing to fill");
        }
        can.fill();
        if (!can.isFull()) {
            throw new IllegalStateException("a hole");
        }
    }

    /** Its colour stays. */
    public void fillRed(Can can) {
        if (can == null) {
            throw new IllegalStateException("nothing to fill");
        }
        can.fill();
        if (!can.isRed()) {
            throw new IllegalStateException("not red");
        }
    }

    public void rest(Can can) {
        if (can != null && can.isTired()) {
            throw new IllegalStateException("tired");
        }
    }

    public void measure(Meter meter) {
        if (meter != null && meter.isHigh()) {
            throw new IllegalStateException("high");
        }
    }
}
