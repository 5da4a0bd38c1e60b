import java.io.IOException;

/**
 * A method that grows too large if all of its calls are followed. What it calls of another class is left out then, but neither the
 * short methods of its own, nor the exceptions that a call declares.
 */
public class TooLarge {
    private final Engine engine = new Engine();
    private final Source in;
    private boolean open = true;

    public TooLarge(Source in) {
        this.in = in;
    }

    private boolean isOpen() {
        return open;
    }

    private void ensureOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("closed");
        }
    }

    /** False: a failure closed it. */
    public boolean run() {
        ensureOpen();
        engine.step(0);
        engine.step(1);
        engine.step(2);
        engine.step(3);
        engine.step(4);
        engine.step(5);
        engine.step(6);
        engine.step(7);
        engine.step(8);
        engine.step(9);
        engine.step(10);
        engine.step(11);
        engine.step(12);
        engine.step(13);
        engine.step(14);
        engine.step(15);
        engine.step(16);
        engine.step(17);
        engine.step(18);
        engine.step(19);
        engine.step(20);
        engine.step(21);
        engine.step(22);
        engine.step(23);
        engine.step(24);
        engine.step(25);
        engine.step(26);
        engine.step(27);
        engine.step(28);
        engine.step(29);
        engine.step(30);
        engine.step(31);
        engine.step(32);
        engine.step(33);
        engine.step(34);
        engine.step(35);
        engine.step(36);
        engine.step(37);
        engine.step(38);
        engine.step(39);
        engine.step(40);
        engine.step(41);
        engine.step(42);
        engine.step(43);
        engine.step(44);
        engine.step(45);
        engine.step(46);
        engine.step(47);
        engine.step(48);
        engine.step(49);
        engine.step(50);
        engine.step(51);
        engine.step(52);
        engine.step(53);
        engine.step(54);
        engine.step(55);
        engine.step(56);
        engine.step(57);
        engine.step(58);
        engine.step(59);
        engine.step(60);
        engine.step(61);
        engine.step(62);
        engine.step(63);
        engine.step(64);
        engine.step(65);
        engine.step(66);
        engine.step(67);
        engine.step(68);
        engine.step(69);
        engine.step(70);
        engine.step(71);
        engine.step(72);
        engine.step(73);
        engine.step(74);
        engine.step(75);
        engine.step(76);
        engine.step(77);
        engine.step(78);
        engine.step(79);
        engine.step(80);
        engine.step(81);
        engine.step(82);
        engine.step(83);
        engine.step(84);
        engine.step(85);
        engine.step(86);
        engine.step(87);
        engine.step(88);
        engine.step(89);
        engine.step(90);
        engine.step(91);
        engine.step(92);
        engine.step(93);
        engine.step(94);
        engine.step(95);
        engine.step(96);
        engine.step(97);
        engine.step(98);
        engine.step(99);
        try {
            in.read();
            return true;
        } catch (IOException e) {
            open = false;
            return false;
        }
    }

    public void close() {
        open = false;
    }
}

/** Where to read from. */
interface Source {
    int read() throws IOException;
}
