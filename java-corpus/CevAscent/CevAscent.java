/** The ascent of a crew vehicle: two stages, and a launch abort system (LAS) that must be thrown off in time. */
public class CevAscent {
    /** A manoeuvre at the wrong time, or one that destroys the vehicle. */
    public static class Failure extends RuntimeException {
        Failure(String message) {
            super(message);
        }
    }

    enum Phase { PAD, STAGE1, STAGE2, ORBIT, ABORTED }

    private Phase phase = Phase.PAD;
    private boolean las = true;

    private void in(Phase wanted) {
        if (phase != wanted) {
            throw new Failure("only in " + wanted.name());
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
        if (!las) {
            throw new Failure("there is no LAS");
        }
        las = false;
    }

    public void stage2Separation() {
        in(Phase.STAGE2);
        if (las) {
            throw new Failure("the LAS is still there");
        }
        phase = Phase.ORBIT;
    }

    public void abort(boolean controlMotor) {
        if (phase != Phase.STAGE1 && phase != Phase.STAGE2) {
            throw new Failure("not in flight");
        }
        if (controlMotor != las) {
            throw new Failure("the control motor belongs to the LAS");
        }
        phase = Phase.ABORTED;
    }
}
