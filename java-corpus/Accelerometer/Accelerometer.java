/** A sensor that counts samples and divides by its sensitivity. */
public class Accelerometer {
    private final int scale;
    private boolean ready;
    private boolean connected;
    private int x;
    private int y;
    private int samples;

    public Accelerometer(int samples, byte sensitivity) {
        this.samples = samples;
        this.scale = 100 / sensitivity;
    }

    public void init() {
        ready = true;
        x = 0;
        y = 0;
    }

    public void connect(boolean really) {
        if (!ready) {
            throw new IllegalStateException("not ready");
        }
        connected = really;
    }

    public void disconnect() {
        connected = false;
    }

    public int getValueX() {
        return connected ? x / scale : 0;
    }

    public int getValueY() {
        return connected ? y / scale : 0;
    }

    public void update() {
        samples++;
    }

    private static int clamped(byte value) {
        int range = value < 0 ? -value : value;
        if (range > 100) {
            range = 100;
        }
        return 1000 / (range + 1);
    }

    public void dataReceived(byte newX, byte newY, boolean both) {
        x = clamped(newX);
        if (both) {
            y = clamped(newY);
        }
    }
}
