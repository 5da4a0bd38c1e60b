/** Eight steps up are too many for check: counted through a loop with a constant bound. */
public class ManyRounds {
    static void climb() {
        Kmax kmax = new Kmax();
        for (int step = 0; step < 8; step++) {
            kmax.go(true);
        }
        kmax.check(); // violation on every path
    }
}
