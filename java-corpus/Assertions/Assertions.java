/** An elevator with assertions, one of which says why. */
public class Assertions {
    private byte floor;
    private boolean doors;

    public void up() {
        assert !doors : "the doors are open on floor " + floor;
        assert floor < 2;
        floor++;
    }

    public void down() {
        assert !doors;
        assert floor > 0;
        floor--;
    }

    public void doors() {
        doors = !doors;
    }
}
