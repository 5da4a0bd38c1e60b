/** Arrays of one element as variables that a lambda can write. */
public class LambdaCell {
    private boolean open;

    public void toggle() {
        boolean[] ran = {false};
        Runnable action = () -> {
            open = !open;
            ran[0] = true;
        };
        action.run();
        if (!ran[0]) {
            throw new IllegalStateException("never");
        }
    }

    public void use() {
        int[] uses = new int[1];
        int[] same = uses;
        same[0] = open ? 1 : 0;
        if (uses[0] == 0) {
            throw new IllegalStateException("closed");
        }
    }
}
