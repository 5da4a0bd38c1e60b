/** Takes its name from a method that is too long to follow, but has called a method of what it returns. */
public class UsedBefore {
    private String name;

    public void choose(int number) {
        name = Names.pick(number);
    }

    public void use() {
        if (name == null) {
            throw new IllegalStateException("no name");
        }
    }
}

/** Another class, so that only short code of it is followed. */
class Names {
    static String pick(int number) {
        String[] names = {
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
            "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F",
        };
        String picked = names[number & 31];
        if (picked.length() > 1) {
            number++;
        }
        return picked;
    }
}
