/** A vault, and its keys: inner objects that use the state of the vault around them. */
public class Vault {
    private boolean open;
    private boolean sealed;

    /** A key. */
    public class Key {
        private boolean turned;

        public Key() {
            open = false;
            sealed = false;
        }

        public void turn() {
            turned = !turned;
            open = turned && !sealed;
        }

        public void take() {
            if (!open) {
                throw new IllegalStateException("closed");
            }
        }

        public void seal() {
            sealed = true;
            Vault.this.open = false;
        }
    }
}
