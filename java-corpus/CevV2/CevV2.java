/** A crew vehicle that is launched, docks, comes home and is launched again. */
public class CevV2 {
    private boolean armed;
    private boolean launched;
    private boolean staged;
    private boolean towerless;
    private boolean orbiting;
    private boolean docked;
    private boolean panels;
    private boolean hatch;
    /** What is docked now. */
    private int components;

    private static void demand(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the vehicle is lost");
        }
    }

    private boolean climbing() {
        return launched && !orbiting;
    }

    private void recover() {
        armed = false;
        launched = false;
        staged = false;
        towerless = false;
    }

    public void arm() {
        demand(!armed);
        armed = true;
    }

    public void disarm() {
        demand(armed);
        armed = false;
    }

    public void openHatch() {
        demand(!hatch && !climbing());
        hatch = true;
    }

    public void closeHatch() {
        demand(hatch);
        hatch = false;
    }

    public void unfoldPanels() {
        demand(!panels && !climbing());
        panels = true;
    }

    public void foldPanels() {
        demand(panels);
        panels = false;
    }

    public void launch(int thrust) {
        demand(!launched && armed && !hatch && !panels);
        demand(thrust >= 100);
        launched = true;
    }

    public void dropStage(int altitude) {
        demand(launched && !staged && altitude >= 20);
        staged = true;
    }

    public void dropTower() {
        demand(launched && !towerless);
        towerless = true;
    }

    /** Near the ground it takes the tower. */
    public void abort(int altitude) {
        demand(climbing() && (altitude >= 50 || !towerless));
        recover();
    }

    public void enterOrbit(int altitude) {
        demand(climbing() && staged && towerless && armed);
        demand(altitude >= 100 && altitude <= 1000);
        orbiting = true;
    }

    public void dock(int port) {
        demand(orbiting && port >= 0 && port < 4);
        demand(!docked);
        docked = true;
        components++;
    }

    public void undock() {
        demand(docked && !hatch);
        docked = false;
        components--;
    }

    public void transfer(int crew) {
        demand(docked && hatch && crew >= 1 && crew <= 4);
    }

    public void burn(int seconds) {
        demand(orbiting && armed && !panels && seconds > 0);
    }

    public void deorbit() {
        demand(orbiting && armed && !docked && !panels && !hatch);
        orbiting = false;
    }

    public void land(int speed) {
        demand(climbing() && staged && towerless && !armed && speed <= 10);
        recover();
    }

    public int report() {
        return components;
    }
}
