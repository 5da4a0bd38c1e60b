
    /** Where an object is in the protocol, and what happens when it is left. */
    private static final class EtiquetteProtocol {
        private static final java.util.concurrent.atomic.AtomicLong MADE = new java.util.concurrent.atomic.AtomicLong();
        private static volatile java.util.function.Consumer<? super String> defaultReporter;
        private static volatile java.util.function.Consumer<? super String> defaultLog = fileLog(System.getProperty("etiquette.log"));

        private final long object = MADE.incrementAndGet();
        private java.util.function.Consumer<? super String> reporter = defaultReporter;
        final java.util.function.Consumer<? super String> log = defaultLog;
        private int state = INITIAL;
        boolean running;
        private String lost = "";
        private int constructor;
        /** What the next call that returns says of its number in the log, where registers are set to it. */
        String returned = "";
        private String constructorArguments;

        /** For an object that was made elsewhere. */
        void begin(int fresh) {
            if (log != null) log.accept("{\"object\":" + object + ",\"begin\":true}");
            state = fresh;
        }

        /** Before a call: stops it if it is forbidden. */
        void enter(int kind, String arguments) {
            if (!ALLOWED[state * KINDS + kind]) {
                // Behind a doubtful call nothing is known: all other calls of this object pass.
                if (WARNS_IF_DOUBTFUL && reporter == null && DOUBTFUL[state * KINDS + kind]) reporter = System.err::println;
                forbidden(kind, arguments, null);
            }
            running = true;
        }

        /** After a call that returned. */
        void leave(int kind, int outcome, String arguments) {
            running = false;
            if (log != null) log.accept(line(kind, arguments) + ",\"outcome\":" + quoted(outcomeName(kind, outcome)) + returned + "}");
            returned = "";
            state = outcome < 0 ? LOST : NEXT[state * EVENTS + FIRST[kind] + outcome];
            if (state == LOST && lost.isEmpty()) lost = KIND_NAMES[kind] + " returned something that the interface does not know of";
        }

        /** Before a constructor of the superclass runs: nothing can be seen of it until it returns. */
        void constructing(int kind, String arguments) {
            constructor = kind;
            constructorArguments = arguments;
        }

        void constructed(int outcome) {
            leave(constructor, outcome, constructorArguments);
            constructorArguments = null;
        }

        /** After a call that threw. */
        void fail(int kind, Throwable thrown, String arguments) {
            running = false;
            int outcome = thrownOutcome(kind, thrown);
            if (log != null) {
                String seen = outcome < 0 ? ",\"error\":" + quoted(thrown.getClass().getName()) : ",\"outcome\":" + quoted(outcomeName(kind, outcome));
                log.accept(line(kind, arguments) + seen + "}");
            }
            state = outcome < 0 ? LOST : NEXT[state * EVENTS + FIRST[kind] + outcome];
            if (state == LOST && lost.isEmpty()) lost = KIND_NAMES[kind] + " threw " + thrown.getClass().getName();
        }

        /** Says that a call must not be made now; it is made only if a reporter takes that over. */
        void forbidden(int kind, String arguments, String why) {
            String message = why != null ? why : message(kind);
            if (reporter == null) {
                if (log != null) log.accept(line(kind, arguments) + ",\"stopped\":true}");
                throw new IllegalStateException(message);
            }
            if (state != LOST) reporter.accept(message);
            if (state != LOST) lost = KIND_NAMES[kind] + " was called although it is not allowed";
            state = LOST;
        }

        private String message(int kind) {
            if (state == LOST) return KIND_NAMES[kind] + " must not be called: it is not known what is allowed, since " + lost;
            StringBuilder allowed = new StringBuilder();
            for (int other = 0; other < KINDS; other++) {
                if (ALLOWED[state * KINDS + other]) allowed.append(allowed.length() == 0 ? "" : ", ").append(KIND_NAMES[other]);
            }
            String reason = REASONS.get(state * KINDS + kind);
            String verdict = DOUBTFUL[state * KINDS + kind] ? " is doubtful in state " : " is forbidden in state ";
            return KIND_NAMES[kind] + verdict + state + (LABELS.length == 0 || LABELS[state].isEmpty() ? "" : " { " + LABELS[state] + " }")
                    + registers() + (reason == null ? "" : ": " + reason) + "; allowed now: " + (allowed.length() == 0 ? "nothing" : allowed);
        }

        /** The outcome that an exception is, by its own class or the nearest superclass; -1 if it is none, or an error. */
        private static int thrownOutcome(int kind, Throwable thrown) {
            String[] outcomes = OUTCOMES[METHOD[kind]];
            for (Class<?> type = thrown.getClass(); type != null && outcomes.length > 1; type = type.getSuperclass()) {
                for (int outcome = 0; outcome < outcomes.length; outcome++) {
                    if (outcomes[outcome].equals(type.getSimpleName())) return outcome;
                }
            }
            for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
                if (ERRORS.contains(type.getName()) || ERRORS.contains(type.getSimpleName())) return -1;
            }
            return outcomes.length == 1 ? 0 : -1;
        }

        private static String outcomeName(int kind, int outcome) {
            return outcome < 0 ? "?" : OUTCOMES[METHOD[kind]][outcome];
        }

        private String line(int kind, String arguments) {
            return "{\"object\":" + object + ",\"call\":" + quoted(METHOD_NAMES[METHOD[kind]]) + ",\"arguments\":[" + arguments + "]";
        }

        /** A value as the log has it: numbers and truth values, names of constants, and of other objects only that they are there. */
        static String plain(Object value) {
            if (value == null) return "null";
            return value instanceof Enum ? quoted(((Enum<?>) value).name()) : "\"object\"";
        }

        static String text(String value) {
            return value == null ? "null" : quoted("\"" + value + "\"");
        }

        private static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int position = 0; position < text.length(); position++) {
                char c = text.charAt(position);
                if (c == '"' || c == '\\') quoted.append('\\').append(c);
                else if (c < 32 || c > 126) quoted.append(String.format("\\u%04x", (int) c));
                else quoted.append(c);
            }
            return quoted.append('"').toString();
        }

        private static java.util.function.Consumer<String> fileLog(String path) {
            if (path == null) return null;
            try {
                java.io.PrintWriter writer = new java.io.PrintWriter(new java.io.FileWriter(path, true), true);
                return line -> writer.println(line);
            } catch (java.io.IOException failed) {
                throw new java.io.UncheckedIOException("the log of -Detiquette.log can't be written: " + path, failed);
            }
        }

        private static char[] decoded(String... parts) {
            return String.join("", parts).toCharArray();
        }

        private static boolean[] flags(String... parts) {
            char[] written = decoded(parts);
            boolean[] flags = new boolean[written.length];
            for (int position = 0; position < flags.length; position++) flags[position] = written[position] == '1';
            return flags;
        }
