/** A clock with twelve beats of which only seven can be told apart, and that only by long words. */
public class Kmax1 {
    private int beat;

    public void tick(int times) {
        if (times > 0) {
            beat = beat == 11 ? 6 : beat + 1;
        }
    }

    public void check() {
        if (beat == 0 || beat == 5 || beat == 11) {
            throw new IllegalStateException("off beat");
        }
    }
}
