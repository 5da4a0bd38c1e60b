/** A switch over an enum, and an enum as an outcome. */
public class TrafficLight {
    /** What the light shows. */
    public enum Colour { RED, GREEN, YELLOW }

    private Colour colour = Colour.RED;
    private boolean broken;

    public Colour next() {
        switch (colour) {
            case RED:
                colour = Colour.GREEN;
                break;
            case GREEN:
                colour = Colour.YELLOW;
                break;
            default:
                colour = Colour.RED;
        }
        return colour;
    }

    public void cross() {
        if (colour != Colour.GREEN) {
            throw new IllegalStateException("it is " + colour.name());
        }
    }

    public void show(Colour wanted) {
        if (wanted == null) {
            broken = true;
            return;
        }
        switch (wanted) {
            case GREEN:
                throw new IllegalStateException("never at once");
            case RED:
            case YELLOW:
                colour = wanted;
                break;
        }
    }
}
