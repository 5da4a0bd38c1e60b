
    /** Objects that are in the same state of the protocol: nothing tells them apart. */
    private static final class EtiquetteGroup {
        private int state;
        /** How many they are. Those that nobody holds any more count, too: what was done with them stays done. */
        private long members;
        /** The group that it has become part of: an older one, so that chains stay short. */
        private EtiquetteGroup into;
    }

    /** An object beside the main one, as long as somebody else holds it, and the group that it is in. */
    private static final class EtiquettePart extends java.lang.ref.WeakReference<Object> {
        private final int hash;
        /** The next one in the table with the same place. */
        private EtiquettePart following;
        private EtiquetteGroup group;
        /** During a call that means something else to this object than to the others. */
        private int state;
        private int kind;

        EtiquettePart(Object object) {
            super(object);
            hash = System.identityHashCode(object);
        }
    }

    /**
     * Where the main object is in the protocol with each of the others, and what happens when it is left. Each pair has a
     * state; pairs in the same state are one group, so that a call costs the same however many objects there are.
     */
    private static final class EtiquetteProtocol {
        private static volatile java.util.function.Consumer<? super String> defaultReporter;
        /** The state behind a doubtful call that was made: all other calls pass. */
        private static final int UNWATCHED = EtiquetteProtocol.LOST + 1;

        private final java.util.function.Consumer<? super String> reporter = defaultReporter;
        /** The objects that were handed out, by identity. */
        private EtiquettePart[] table = new EtiquettePart[16];
        private int size;
        /** Stands for an object that is not made yet. */
        private final EtiquettePart unborn = new EtiquettePart(null);
        private EtiquetteGroup[] groups = new EtiquetteGroup[4];
        private int count;
        /** The objects to which the call that is being made means something else than to the others. */
        private EtiquettePart[] apart = new EtiquettePart[2];
        private int aparts;
        Object main;
        boolean running;
        int constructor;
        private int judged;
        private String lost = "";

        EtiquetteProtocol() {
            join(unborn, INITIAL);
        }

        /** For a main object that was made elsewhere. */
        void begin(int fresh) {
            detach(unborn);
            join(unborn, fresh);
            tidy();
        }

        /** Whether an argument is the main object. */
        boolean isMain(Object given) {
            return given != null && bare(given) == main;
        }

        /** Whether an argument is this object. */
        static boolean plays(EtiquettePart part, Object given) {
            return part != null && given != null && bare(given) == part.get();
        }

        /** Whether an argument is neither null nor the main object nor this one. */
        boolean isAnother(EtiquettePart part, Object given) {
            return given != null && !isMain(given) && !plays(part, given);
        }

        /** What is known of an argument; null where it plays no part. */
        EtiquettePart known(Object given) {
            Object bare = bare(given);
            if (bare == null) return null;
            EtiquettePart part = table[System.identityHashCode(bare) & table.length - 1];
            while (part != null && part.get() != bare) part = part.following;
            return part;
        }

        private EtiquettePart remembered(Object made) {
            if (size == table.length) forgetTheDead();
            EtiquettePart part = new EtiquettePart(made);
            put(part);
            return part;
        }

        private void put(EtiquettePart part) {
            int place = part.hash & table.length - 1;
            part.following = table[place];
            table[place] = part;
            size++;
        }

        /** Forgets the objects that nobody else holds, and makes room for as many as are left. */
        private void forgetTheDead() {
            java.util.List<EtiquettePart> left = new java.util.ArrayList<>();
            for (EtiquettePart part : table) {
                for (; part != null; part = part.following) {
                    if (part.get() != null) left.add(part);
                }
            }
            table = new EtiquettePart[Math.max(16, Integer.highestOneBit(left.size()) * 4)];
            size = 0;
            for (EtiquettePart part : left) put(part);
        }

        /** The call that comes means this to an object, and something else to the others. */
        void setApart(EtiquettePart part, int kind) {
            for (int at = 0; at < aparts; at++) {
                if (apart[at] == part) return;
            }
            if (aparts == apart.length) apart = java.util.Arrays.copyOf(apart, 2 * aparts);
            detach(part);
            part.kind = kind;
            apart[aparts++] = part;
        }

        /**
         * Before a call, which means this to all that are not set apart: stops it if it is forbidden. A call on one object
         * is judged by what is known of that. Any other one passes if what is known of some pair says that it can't fail,
         * and what is known of no pair says that it can: pairs that doubt it know less of the object that matters.
         */
        void enter(int kind, EtiquettePart self) {
            if (!(self == null ? passes(kind) : allows(self.state, self.kind))) refuse(kind, self);
            running = true;
        }

        private boolean passes(int kind) {
            boolean passes = false;
            for (int at = 0; at < count; at++) {
                if (groups[at].members == 0) continue;
                if (allows(groups[at].state, kind)) passes = true;
                else if (fails(groups[at].state, kind)) return false;
            }
            for (int at = 0; at < aparts; at++) {
                if (allows(apart[at].state, apart[at].kind)) passes = true;
                else if (fails(apart[at].state, apart[at].kind)) return false;
            }
            return passes;
        }

        /** Whether a call that is not allowed is known to fail, and not only doubtful. */
        private static boolean fails(int state, int kind) {
            return state != LOST && !DOUBTFUL[state * KINDS + kind];
        }

        /** After a call that returned: the outcome to one object, if any, and that to the others. */
        void leave(int kind, int outcome, EtiquettePart self, int own) {
            running = false;
            step(kind, outcome);
            for (int at = 0; at < aparts; at++) {
                EtiquettePart part = apart[at];
                join(part, next(part.state, part.kind, part == self ? own : outcome));
            }
            tidy();
        }

        /** After a call that threw. A call on one object that threw is none to the others. */
        void fail(int kind, EtiquettePart self, Throwable thrown) {
            running = false;
            if (self == null) step(kind, thrownOutcome(kind, thrown));
            for (int at = 0; at < aparts; at++) {
                EtiquettePart part = apart[at];
                boolean isMeant = (self == null || part == self) && part.kind >= 0;
                join(part, isMeant ? next(part.state, part.kind, thrownOutcome(part.kind, thrown)) : part.state);
            }
            tidy();
        }

        /** After a call that returned an object: to that it is one kind of call, and another one to the others. */
        EtiquettePart brought(Object made, int kind, int outcome, int other, int otherOutcome) {
            running = false;
            EtiquettePart part = unborn;
            int state = stateOf(unborn);
            if (made != null) {
                EtiquettePart known = known(made);
                part = known != null ? known : remembered(made);
                if (known != null) state = stateOf(known);
            }
            if (part.group != null) detach(part);
            step(other, otherOutcome);
            join(part, next(state, kind, outcome));
            tidy();
            return part;
        }

        /** A call during another one: the interface says nothing of that, and so of nothing that comes after it. */
        void meanwhile(String name) {
            String message = name + " was called while another call was running, of which the interface says nothing";
            if (reporter == null) throw new IllegalStateException(message);
            reporter.accept(message);
            lost = message;
            forget(LOST);
        }

        /** An object of which nothing is known. */
        EtiquettePart stray(Object made) {
            EtiquettePart part = new EtiquettePart(made);
            part.group = new EtiquetteGroup();
            part.group.state = LOST;
            part.group.members = 1;
            return part;
        }

        private static boolean allows(int state, int kind) {
            return kind < 0 || state == UNWATCHED || ALLOWED[state * KINDS + kind];
        }

        private int next(int state, int kind, int outcome) {
            if (kind < 0 || state >= LOST) return state;
            int next = outcome < 0 ? LOST : NEXT[state * EVENTS + FIRST[kind] + outcome];
            if (next == LOST && lost.isEmpty()) lost = KIND_NAMES[kind] + " ended in a way that the interface does not know of";
            return next;
        }

        /** Says that a call must not be made now; it is made only if a reporter takes that over. */
        private void refuse(int kind, EtiquettePart self) {
            int state = self == null ? judging(kind) : self.state;
            int meant = self == null ? judged : self.kind;
            boolean warns = WARNS_IF_DOUBTFUL && reporter == null && DOUBTFUL[state * KINDS + meant];
            if (reporter == null && !warns) {
                String message = message(state, meant);
                for (int at = 0; at < aparts; at++) join(apart[at], apart[at].state);
                tidy();
                throw new IllegalStateException(message);
            }
            if (warns) System.err.println(message(state, meant));
            else if (state != LOST) reporter.accept(message(state, meant));
            if (lost.isEmpty()) lost = KIND_NAMES[meant] + " was called although it is not allowed";
            if (self == null) forget(warns ? UNWATCHED : LOST);
            else self.state = warns ? UNWATCHED : LOST;
        }

        /** The state that says most certainly why a call must not be made; what it means there is in `judged`. */
        private int judging(int kind) {
            int state = LOST;
            judged = kind;
            for (int at = 0; at < count + aparts; at++) {
                if (at < count && groups[at].members == 0) continue;
                int found = at < count ? groups[at].state : apart[at - count].state;
                int meant = at < count ? kind : apart[at - count].kind;
                if (found == LOST || allows(found, meant) || state != LOST && (fails(state, judged) || !fails(found, meant))) continue;
                state = found;
                judged = meant;
            }
            return state;
        }

        /** From now on, this is known of all pairs. */
        private void forget(int state) {
            for (int at = 0; at < count; at++) groups[at].state = state;
            for (int at = 0; at < aparts; at++) apart[at].state = state;
            merge();
        }

        private String message(int state, int kind) {
            if (state == LOST) return KIND_NAMES[kind] + " must not be called: it is not known what is allowed, since " + lost;
            StringBuilder allowed = new StringBuilder();
            for (int other = 0; other < KINDS; other++) {
                if (ALLOWED[state * KINDS + other]) allowed.append(allowed.length() == 0 ? "" : ", ").append(KIND_NAMES[other]);
            }
            String reason = REASONS.get(state * KINDS + kind);
            String verdict = DOUBTFUL[state * KINDS + kind] ? " is doubtful in state " : " is forbidden in state ";
            return KIND_NAMES[kind] + verdict + state + (LABELS.length == 0 || LABELS[state].isEmpty() ? "" : " { " + LABELS[state] + " }")
                    + (reason == null ? "" : ": " + reason) + "; allowed now: " + (allowed.length() == 0 ? "nothing" : allowed);
        }

        private static int stateOf(EtiquettePart part) {
            return groupOf(part).state;
        }

        private static EtiquetteGroup groupOf(EtiquettePart part) {
            while (part.group.into != null) part.group = part.group.into;
            return part.group;
        }

        private void detach(EtiquettePart part) {
            EtiquetteGroup group = groupOf(part);
            group.members--;
            part.state = group.state;
            part.group = null;
        }

        /** Puts an object into the group of a state, which may take the place of one that is empty. */
        private void join(EtiquettePart part, int state) {
            EtiquetteGroup found = null;
            for (int at = 0; at < count; at++) {
                EtiquetteGroup group = groups[at];
                if (group.members == 0 ? found == null : group.state == state) found = group;
                if (group.members > 0 && group.state == state) break;
            }
            if (found == null) {
                if (count == groups.length) groups = java.util.Arrays.copyOf(groups, 2 * count);
                found = groups[count++] = new EtiquetteGroup();
            }
            found.state = state;
            found.members++;
            part.group = found;
        }

        private void step(int kind, int outcome) {
            boolean isMoved = false;
            for (int at = 0; at < count; at++) {
                EtiquetteGroup group = groups[at];
                if (group.members == 0) continue;
                int next = next(group.state, kind, outcome);
                isMoved |= next != group.state;
                group.state = next;
            }
            if (isMoved) merge();
        }

        /** Makes one group of those that have come to the same state. */
        private void merge() {
            for (int at = 0; at < count; at++) {
                for (int later = count - 1; later > at; later--) {
                    if (groups[at].members == 0 || groups[later].members == 0 || groups[later].state != groups[at].state) continue;
                    groups[at].members += groups[later].members;
                    groups[later].into = groups[at];
                    remove(later);
                }
            }
        }

        /** After a call: nothing is set apart, and no group is empty. */
        private void tidy() {
            for (int at = 0; at < aparts; at++) apart[at] = null;
            aparts = 0;
            for (int at = count - 1; at >= 0; at--) {
                if (groups[at].members == 0) remove(at);
            }
        }

        private void remove(int at) {
            System.arraycopy(groups, at + 1, groups, at, --count - at);
            groups[count] = null;
        }

        /** The outcome that an exception is, by its own class or the nearest superclass; -1 if it is none, or an error. */
        private static int thrownOutcome(int kind, Throwable thrown) {
            if (kind < 0) return -1;
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

        private static char[] decoded(String... parts) {
            return String.join("", parts).toCharArray();
        }

        private static boolean[] flags(String... parts) {
            char[] written = decoded(parts);
            boolean[] flags = new boolean[written.length];
            for (int position = 0; position < flags.length; position++) flags[position] = written[position] == '1';
            return flags;
        }
