/** A switch over qualified enum constants: the labels of its call site are constants computed at run time. {@code javac -g --release 21}. */
public class Labels {
    sealed interface Shape permits Colour, Size {}
    enum Colour implements Shape { RED, GREEN }
    enum Size implements Shape { SMALL, LARGE }

    static int code(Shape shape) {
        return switch (shape) {
            case Colour.RED -> 1;
            case Size.LARGE -> 2;
            case Colour colour -> 3;
            case Size size -> 4;
        };
    }
}
