//! Hand-made systems, with what is true of them.

use etiquette_checking::{Limits, Step, System, Unknown, Verdict, bounded, explicit, k_induction, pdr};
use etiquette_logic::{Infix, PoolNames, Sort, Style, Symbol, Term, TermPool};

use crate::common::{Case, distance};

/// Builds systems with fewer words.
struct Builder {
    pool: TermPool,
    variables: Vec<Symbol>,
    initial: Vec<Term>,
    steps: Vec<Step>,
}

impl Builder {
    fn new() -> Self {
        Builder { pool: TermPool::new(), variables: Vec::new(), initial: Vec::new(), steps: Vec::new() }
    }

    /// A variable with an initial value.
    fn variable(&mut self, name: &str, width: u32, value: u64) -> Term {
        let variable = self.free_variable(name, width);
        let value = self.pool.bits(width, value);
        self.initial.push(self.pool.equal(variable, value));
        variable
    }

    /// A variable that may start with any value.
    fn free_variable(&mut self, name: &str, width: u32) -> Term {
        let symbol = self.pool.new_symbol(name, Sort::Bits(width));
        self.variables.push(symbol);
        self.pool.symbol(symbol)
    }

    fn input(&mut self, name: &str, width: u32) -> Term {
        self.pool.new_variable(name, Sort::Bits(width))
    }

    fn number(&mut self, width: u32, value: u64) -> Term {
        self.pool.bits(width, value)
    }

    fn plus(&mut self, term: Term, value: u64) -> Term {
        let width = self.pool.sort(term).width();
        let value = self.pool.bits(width, value);
        self.pool.add(term, value)
    }

    fn step(&mut self, condition: &[Term], updates: &[(Term, Term)]) {
        let symbol = |pool: &TermPool, term| pool.as_symbol(term).expect("a variable");
        let updates: Vec<(Symbol, Term)> =
            updates.iter().map(|&(variable, value)| (symbol(&self.pool, variable), value)).collect();
        let condition = self.pool.all(condition.iter().copied());
        let mut read: Vec<Term> = updates.iter().map(|(_, value)| *value).collect();
        read.push(condition);
        let mut inputs = self.pool.symbols_of_all(&read);
        inputs.retain(|symbol| !self.variables.contains(symbol));
        self.steps.push(Step { inputs, condition, updates });
    }

    fn never(mut self, bad: Term) -> Case {
        let initial = self.pool.all(self.initial);
        let system = System { variables: self.variables, initial, steps: self.steps };
        Case { pool: self.pool, system, bad, known: Vec::new() }
    }
}

fn invariant_text(case: &mut Case) -> Vec<String> {
    let Verdict::Holds { invariant } = case.ask(pdr, Limits::default()) else { panic!("no invariant") };
    let print = |term: &Term| Infix::new(&case.pool, &PoolNames(&case.pool)).style(Style::Readable).print(*term);
    invariant.iter().map(print).collect()
}

/// `x < limit` counts up by one.
fn counter(width: u32, limit: u64, bad: u64) -> Case {
    let mut builder = Builder::new();
    let x = builder.variable("x", width, 0);
    let limit = builder.number(width, limit);
    let below = builder.pool.unsigned_less(x, limit);
    let more = builder.plus(x, 1);
    builder.step(&[below], &[(x, more)]);
    let bad = builder.number(width, bad);
    let bad = builder.pool.equal(x, bad);
    builder.never(bad)
}

#[test]
fn a_counter_stays_below_its_bound() {
    for checker in [explicit, pdr, k_induction] {
        assert_eq!(distance(&counter(8, 10, 11).ask(checker, Limits::default())), Ok(None));
        assert_eq!(distance(&counter(8, 10, 10).ask(checker, Limits::default())), Ok(Some(10)));
    }
}

#[test]
fn bounded_search_says_how_far_it_looked() {
    let limits = Limits { depth: 9, ..Limits::default() };
    assert_eq!(counter(8, 10, 10).ask(bounded, limits.clone()), Verdict::Unknown(Unknown::Depth(9)));
    assert_eq!(distance(&counter(8, 10, 10).ask(bounded, Limits { depth: 10, ..limits })), Ok(Some(10)));
    // All runs end after ten steps, so a search to a greater depth is a proof.
    assert_eq!(counter(8, 10, 11).ask(bounded, Limits::default()), Verdict::HoldsByDepth(10));
}

#[test]
fn a_wide_counter_is_no_harder() {
    assert_eq!(distance(&counter(64, 10, 1 << 40).ask(pdr, Limits::default())), Ok(None));
    assert_eq!(distance(&counter(32, 1_000_000, u64::from(u32::MAX)).ask(pdr, Limits::default())), Ok(None));
}

/// `x < 200 && 0 < p < 20` adds `p` to `x`, which is never -1.
fn moves(width: u32) -> Case {
    let mut builder = Builder::new();
    let (x, p) = (builder.variable("x", width, 0), builder.input("p", width));
    let [zero, twenty, most] = [0, 20, 200].map(|value| builder.number(width, value));
    let conditions =
        [builder.pool.signed_less(x, most), builder.pool.signed_less(zero, p), builder.pool.signed_less(p, twenty)];
    let sum = builder.pool.add(x, p);
    builder.step(&conditions, &[(x, sum)]);
    let minus_one = builder.number(width, u64::MAX);
    let bad = builder.pool.equal(x, minus_one);
    builder.never(bad)
}

#[test]
fn a_sum_that_is_never_negative_has_a_readable_invariant() {
    assert_eq!(invariant_text(&mut moves(32)), ["x >= 0"]);
    assert_eq!(invariant_text(&mut moves(64)), ["x >= 0"]);
}

/// Two counters that count together.
fn lockstep(width: u32, compared: bool) -> Case {
    let mut builder = Builder::new();
    let (x, y) = (builder.variable("x", width, 0), builder.variable("y", width, 0));
    let (p, wanted) = (builder.input("p", width), builder.number(width, 77));
    let (more_x, more_y) = (builder.pool.add(x, p), builder.pool.add(y, p));
    builder.step(&[], &[(x, more_x), (y, more_y)]);
    let different = builder.pool.distinct(x, y);
    let (at_x, at_y) = (builder.pool.equal(x, wanted), builder.pool.equal(y, wanted));
    let only_x = {
        let not_y = builder.pool.not(at_y);
        builder.pool.and(at_x, not_y)
    };
    builder.never(if compared { different } else { only_x })
}

#[test]
fn counters_in_lockstep_stay_equal() {
    assert_eq!(distance(&lockstep(32, true).ask(k_induction, Limits::default())), Ok(None));
    assert_eq!(distance(&lockstep(32, true).ask(pdr, Limits::default())), Ok(None));
    // Nothing in the system compares the two, so the invariant takes two clauses for each bit.
    assert_eq!(distance(&lockstep(16, false).ask(pdr, Limits::default())), Ok(None));
}

/// Request and acknowledgement, each set and cleared in turn; `late` lets the request fall too early.
fn handshake(late: bool) -> Case {
    let mut builder = Builder::new();
    let [request, acknowledge, served, asked] = [("request", 1), ("acknowledge", 1), ("served", 32), ("asked", 32)]
        .map(|(name, width)| builder.variable(name, width, 0));
    let (off, on) = (builder.number(1, 0), builder.number(1, 1));
    let is = |builder: &mut Builder, variable, value| builder.pool.equal(variable, value);
    let [r0, r1, a0, a1] = [(request, off), (request, on), (acknowledge, off), (acknowledge, on)]
        .map(|(variable, value)| is(&mut builder, variable, value));
    let (more_asked, more_served) = (builder.plus(asked, 1), builder.plus(served, 1));
    builder.step(&[r0, a0], &[(request, on), (asked, more_asked)]);
    builder.step(&[r1, a0], &[(acknowledge, on), (served, more_served)]);
    let may_fall = if late { builder.pool.bool(true) } else { a1 };
    builder.step(&[r1, may_fall], &[(request, off)]);
    builder.step(&[r0, a1], &[(acknowledge, off)]);
    let even = builder.pool.equal(asked, served);
    let uneven = builder.pool.not(even);
    let bad = builder.pool.all([r0, uneven]);
    builder.never(bad)
}

#[test]
fn a_handshake_serves_every_request() {
    assert_eq!(distance(&handshake(false).ask(pdr, Limits::default())), Ok(None));
    for checker in [bounded, pdr, k_induction] {
        assert_eq!(distance(&handshake(true).ask(checker, Limits::default())), Ok(Some(2)));
    }
}

/// `i` runs up to an unknown `n`, both 32 bits wide; past the loop `i` is exactly `n`.
fn loop_to(name: &str) -> Case {
    let mut builder = Builder::new();
    let (i, phase) = (builder.variable("i", 32, 0), builder.variable("phase", 1, 0));
    let n = builder.free_variable(name, 32);
    let zero = builder.number(32, 0);
    let not_negative = builder.pool.signed_less_equal(zero, n);
    builder.initial.push(not_negative);
    let (off, on) = (builder.number(1, 0), builder.number(1, 1));
    let (running, done) = (builder.pool.equal(phase, off), builder.pool.equal(phase, on));
    let below = builder.pool.signed_less(i, n);
    let not_below = builder.pool.not(below);
    let more = builder.plus(i, 1);
    builder.step(&[running, below], &[(i, more)]);
    builder.step(&[running, not_below], &[(phase, on)]);
    let different = builder.pool.distinct(i, n);
    let bad = builder.pool.and(done, different);
    builder.never(bad)
}

#[test]
fn a_loop_to_an_unknown_bound_ends_there() {
    assert_eq!(distance(&loop_to("n").ask(pdr, Limits::default())), Ok(None));
}

#[test]
fn what_is_known_is_used_and_part_of_the_invariant() {
    let mut case = moves(32);
    let x = case.pool.symbol(case.system.variables[0]);
    let zero = case.pool.bits(32, 0);
    case.known = vec![case.pool.signed_less_equal(zero, x)];
    for checker in [k_induction, pdr] {
        let Verdict::Holds { invariant } = case.ask(checker, Limits::default()) else { panic!("no invariant") };
        assert!(invariant.contains(&case.known[0]));
    }
}

#[test]
fn an_interrupt_ends_every_checker() {
    for checker in [bounded, k_induction, pdr, explicit] {
        let limits = Limits { interrupt: Some(std::sync::Arc::new(|| true)), ..Limits::default() };
        assert_eq!(counter(8, 200, 100).ask(checker, limits), Verdict::Unknown(Unknown::Interrupted));
    }
}

#[test]
fn limits_are_kept() {
    let few_frames = Limits { frames: 3, ..Limits::default() };
    assert_eq!(counter(8, 200, 100).ask(pdr, few_frames), Verdict::Unknown(Unknown::Frames(3)));
    let few_states = Limits { states: 50, ..Limits::default() };
    assert_eq!(counter(8, 200, 100).ask(explicit, few_states), Verdict::Unknown(Unknown::TooLarge));
    assert_eq!(counter(32, 200, 100).ask(explicit, Limits::default()), Verdict::Unknown(Unknown::TooLarge));
}

#[test]
fn a_system_that_cannot_move_or_start_is_no_problem() {
    for checker in [bounded, k_induction, pdr, explicit] {
        let mut still = Builder::new();
        let x = still.variable("x", 4, 3);
        let four = still.number(4, 4);
        let bad = still.pool.equal(x, four);
        assert_eq!(distance(&still.never(bad).ask(checker, Limits::default())), Ok(None));
        let mut nowhere = counter(4, 9, 5);
        nowhere.system.initial = nowhere.pool.bool(false);
        assert_eq!(distance(&nowhere.ask(checker, Limits::default())), Ok(None));
    }
}
