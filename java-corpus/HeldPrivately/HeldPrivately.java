/** Holds an object in a private field that is not final, and that no class of the nest assigns but the constructor. */
public class HeldPrivately {
    private static class Engine {
        private boolean running;
        private Starter starter = new Starter();

        void start() {
            starter.turn(this);
        }
    }

    private static class Starter {
        void turn(Engine engine) {
            if (engine.running) {
                throw new IllegalStateException("running");
            }
            engine.running = true;
        }
    }

    private Engine engine = new Engine();

    public void start() {
        engine.start();
    }

    public void stop() {
        engine.running = false;
    }
}
