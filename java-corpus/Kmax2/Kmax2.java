/** A shaft with six floors; bits of the parameters say what is done. */
public class Kmax2 {
    private int floor;

    public void move(int command) {
        if ((command & 3) == 1 && floor < 5) {
            floor++;
        } else if ((command & 3) == 2 && floor > 0) {
            floor--;
        }
    }

    /** Odd numbers are refused on odd floors. */
    public void turn(int number) {
        if (number % 2 != 0 && floor % 2 != 0) {
            throw new IllegalStateException("odd floor");
        }
    }

    /** Keys whose third bit is set don't fit on the lower floors; if the fourth is set instead, they don't on the upper ones. */
    public void open(int key) {
        int kind = key >> 2 & 3;
        if (kind == 1 && floor < 2 || kind > 1 && floor >= 4) {
            throw new IllegalStateException("wrong key");
        }
    }
}
