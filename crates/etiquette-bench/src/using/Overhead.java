/** How long a call takes, bare and watched, once the JVM has warmed up: two lines of nanoseconds. */
public final class Overhead {
    private static int sink;

    public static void main(String[] arguments) {
        int calls = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        double bare = Double.MAX_VALUE;
        double watched = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            bare = Math.min(bare, bare(new Gate(), calls));
            watched = Math.min(watched, watched(new MonitoredGate(), calls));
        }
        System.out.println(bare);
        System.out.println(watched);
        if (sink == 42) System.err.println(sink);
    }

    private static double bare(Gate gate, int calls) {
        long start = System.nanoTime();
        int even = 0;
        for (int call = 0; call < calls; call++) even += gate.step(call & 7) ? 1 : 0;
        gate.reset();
        sink += even;
        return (System.nanoTime() - start) / (double) calls;
    }

    private static double watched(MonitoredGate gate, int calls) {
        long start = System.nanoTime();
        int even = 0;
        for (int call = 0; call < calls; call++) even += gate.step(call & 7) ? 1 : 0;
        gate.reset();
        sink += even;
        return (System.nanoTime() - start) / (double) calls;
    }
}
