import java.util.Objects;

/** Arguments that must be there. */
public class RequireNonNull {
    private Object letter;

    public void put(Object letter) {
        this.letter = Objects.requireNonNull(letter, "letter");
    }

    public void replace(Object letter) {
        Objects.requireNonNull(this.letter);
        this.letter = letter;
    }

    public int read() {
        return letter.hashCode();
    }

    public boolean isEmpty() {
        return Objects.isNull(letter);
    }
}
