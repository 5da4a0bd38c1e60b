/** Numbers of every width, up to where they wrap. */
public class Narrow {
    private byte small = 126;
    private short medium = 32766;
    private char letter = 1;
    private long large = Long.MAX_VALUE;
    private int bumps;

    public void bump() {
        if (bumps == 2) {
            return;
        }
        bumps++;
        small++;
        medium += 1;
        letter--;
        large++;
    }

    public void bytes() {
        if (small < 0) {
            throw new IllegalStateException("the byte is negative");
        }
    }

    public void shorts() {
        if (medium < 0) {
            throw new IllegalStateException("the short is negative");
        }
    }

    public void chars() {
        if (letter > 1) {
            throw new IllegalStateException("the char is large");
        }
    }

    public void longs() {
        if (large < 0) {
            throw new IllegalStateException("the long is negative");
        }
    }

    public void reset() {
        small = (byte) 382;
        medium = (short) 98302;
        letter = (char) -65535;
        large = -1L >>> 1;
        bumps = 0;
    }
}
