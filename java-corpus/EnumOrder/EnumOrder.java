/** Stages that are compared by their order. */
public class EnumOrder {
    enum Stage { IDLE, READY, DONE }

    private Stage stage = Stage.IDLE;

    public void prepare() {
        if (stage.compareTo(Stage.READY) < 0) {
            stage = Stage.READY;
        }
    }

    public void finish() {
        if (stage.compareTo(Stage.READY) < 0) {
            throw new IllegalStateException("not ready");
        }
        stage = Stage.DONE;
    }

    public void start() {
        if (stage.equals(Stage.DONE)) {
            throw new IllegalStateException("done");
        }
    }
}
