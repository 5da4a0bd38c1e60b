/** Uses a turnstile: once as it should, once not. */
public class Visitor {
    static void enter() {
        Turnstile gate = new Turnstile();
        gate.pay(3);
        gate.pass();
    }

    static void enterTwice(boolean hurry) {
        Turnstile gate = new Turnstile();
        gate.pay(5);
        gate.pass();
        if (hurry) {
            gate.pass();
        }
    }

    static void enterFor(int coins) {
        Turnstile gate = new Turnstile();
        gate.pay(coins);
        gate.pass();
    }
}
