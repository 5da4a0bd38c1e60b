/** Times calls on several objects, or the making of one, bare and then watched: nanoseconds for each. */
public final class Objects {
    private static int seen;

    public static void main(String[] arguments) {
        boolean makes = arguments[0].equals("making");
        int calls = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        for (int watched = 0; watched < 2; watched++) {
            double best = Double.MAX_VALUE;
            for (int round = 0; round < rounds; round++) {
                Desk desk = watched == 0 ? new Desk() : new MonitoredDesk();
                best = Math.min(best, makes ? making(desk, calls) : calling(desk, calls));
            }
            System.out.println(best);
        }
        if (seen == 1) System.out.println("never");
    }

    private static double making(Desk desk, int calls) {
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) seen += desk.open().look() ? 2 : 4;
        return (System.nanoTime() - start) / (double) calls;
    }

    private static double calling(Desk desk, int calls) {
        Desk.Drawer[] drawers = new Desk.Drawer[8];
        for (int number = 0; number < drawers.length; number++) drawers[number] = desk.open();
        long start = System.nanoTime();
        for (int call = 0; call < calls; call += 2) {
            desk.step(call);
            seen += drawers[call >> 1 & 7].look() ? 2 : 4;
        }
        return (System.nanoTime() - start) / (double) calls;
    }
}
