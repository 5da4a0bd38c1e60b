/** read after rel. */
public class LockForgotten {
    static void use() {
        ReadWriteAcq lock = new ReadWriteAcq();
        lock.acq();
        lock.read();
        lock.rel();
        lock.read(); // violation on every path
    }
}
