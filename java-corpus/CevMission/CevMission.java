/** A crew vehicle from the launch pad to the Moon and back. */
public class CevMission {
    /** A manoeuvre at the wrong time, or one that destroys the vehicle. */
    public static class Failure extends RuntimeException {
        Failure(String message) {
            super(message);
        }
    }

    enum Phase { PAD, STAGE1, STAGE2, EARTH_ORBIT, TRANSIT, LUNAR_ORBIT, HOMEWARD, ENTRY, OVER }

    private Phase phase = Phase.PAD;
    /** The launch abort system. */
    private boolean las = true;
    /** The lunar lander is docked. */
    private boolean lsam;
    /** The earth departure stage is attached. */
    private boolean eds;
    private boolean landed;
    private int manoeuvres;

    private void in(Phase wanted) {
        if (phase != wanted) {
            throw new Failure("not now");
        }
        manoeuvres++;
    }

    private static void demand(boolean condition) {
        if (!condition) {
            throw new Failure("the vehicle is lost");
        }
    }

    public void srbIgnition() {
        in(Phase.PAD);
        phase = Phase.STAGE1;
    }

    public void stage1Separation() {
        in(Phase.STAGE1);
        phase = Phase.STAGE2;
    }

    public void lasJettison() {
        in(Phase.STAGE2);
        demand(las);
        las = false;
    }

    public void stage2Separation() {
        in(Phase.STAGE2);
        demand(!las);
        phase = Phase.EARTH_ORBIT;
    }

    public void abort(boolean controlMotor) {
        demand(phase == Phase.STAGE1 || phase == Phase.STAGE2);
        demand(controlMotor == las);
        phase = Phase.OVER;
    }

    public void lsamRendezvous() {
        in(Phase.EARTH_ORBIT);
        demand(!lsam);
        lsam = true;
        eds = true;
    }

    public void deOrbit() {
        in(Phase.EARTH_ORBIT);
        demand(!lsam);
        phase = Phase.HOMEWARD;
    }

    public void tliBurn() {
        in(Phase.EARTH_ORBIT);
        demand(eds);
        phase = Phase.TRANSIT;
    }

    public void edsSeparation() {
        in(Phase.TRANSIT);
        demand(eds);
        eds = false;
    }

    public void loiBurn() {
        in(Phase.TRANSIT);
        demand(!eds);
        phase = Phase.LUNAR_ORBIT;
    }

    public void lsamDescent() {
        in(Phase.LUNAR_ORBIT);
        demand(lsam && !landed);
        lsam = false;
        landed = true;
    }

    public void lsamAscent() {
        in(Phase.LUNAR_ORBIT);
        demand(landed && !lsam);
        lsam = true;
    }

    public void teiBurn() {
        in(Phase.LUNAR_ORBIT);
        demand(lsam && landed);
        lsam = false;
        phase = Phase.HOMEWARD;
    }

    public void smSeparation() {
        in(Phase.HOMEWARD);
        phase = Phase.ENTRY;
    }

    public void deployChute() {
        in(Phase.ENTRY);
        phase = Phase.OVER;
    }
}
