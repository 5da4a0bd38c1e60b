//! Products of hand-written components with right and wrong interfaces.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_checking::{Happened, Limits, Question, Story, Verdict, Wrong, bounded, explicit, k_induction, pdr};
use etiquette_component::{Component, GuardedCall, Location, parse};
use etiquette_logic::{Answer, Infix, PoolNames, Solver, Style, Term};

use crate::common;
use crate::common::{Subject, distance};

fn component(text: &str) -> Component {
    parse(text, "test.component").unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// An interface with an allowed event for each line `from call outcome to`; the first state is initial.
fn interface(component: &Component, methods: &[usize], events: &[(u32, u32, usize, u32)]) -> Interface {
    let call = |&method: &usize| {
        let method = &component.methods[method];
        Call::simple(&method.name).with_outcomes(method.outcomes.clone())
    };
    let mut interface = Interface::new(Alphabet::new(methods.iter().map(call).collect()));
    let last = events.iter().map(|event| event.0.max(event.3)).max().unwrap_or(0);
    for _ in 0..last {
        interface.add_state();
    }
    for &(from, call, outcome, to) in events {
        let event = interface.alphabet().event(CallId(call), outcome);
        interface.connect(StateId(from), event, StateId(to));
    }
    interface
}

/// One call for each method.
fn subject(text: &str, events: &[(u32, u32, usize, u32)]) -> Subject {
    let component = component(text);
    let methods: Vec<usize> = (0..component.methods.len()).collect();
    let interface = interface(&component, &methods, events);
    Subject::new(component, interface)
}

fn story(subject: &mut Subject, checker: common::Checker) -> Story {
    let Verdict::Reached(trace) = subject.ask(checker, Limits::default()) else { panic!("nothing is reached") };
    let story = subject.product.story(&trace);
    subject.check_story(&story);
    story
}

fn happened(call: u32, arguments: &[u64], outcome: usize) -> Happened {
    Happened { call: CallId(call), arguments: arguments.to_vec(), outcome }
}

fn invariant(subject: &mut Subject) -> Vec<Term> {
    match subject.ask(pdr, Limits::default()) {
        Verdict::Holds { invariant } => invariant,
        other => panic!("{other:?}"),
    }
}

/// Whether one condition implies another.
fn implies(subject: &mut Subject, if_this: Term, then: &str) -> bool {
    let then = etiquette_component::parse_condition(&mut subject.component, then).expect("a condition");
    let pool = &mut subject.component.terms;
    let not_then = pool.not(then);
    let mut solver = Solver::new();
    solver.check(pool, &[if_this, not_then]) == Answer::Unsat
}

const LOCK: &str = "component lock {
  var held: bool = false;
  method acquire() { if (held) { error AlreadyHeld; } held = true; }
  method release() { if (!held) { error NotHeld; } held = false; }
}";

#[test]
fn a_lock_and_its_interface_agree() {
    let mut lock = subject(LOCK, &[(0, 0, 0, 1), (1, 1, 0, 0)]);
    let invariant = invariant(&mut lock);
    let [free, held] = [0, 1].map(|state| lock.product.label(&mut lock.component.terms, &invariant, StateId(state)));
    assert!(implies(&mut lock, free, "!held") && implies(&mut lock, held, "held"));
    assert!(!implies(&mut lock, free, "false") && !implies(&mut lock, held, "false"));
    for checker in [explicit, k_induction] {
        assert_eq!(distance(&lock.ask(checker, Limits::default())), Ok(None));
    }
}

#[test]
fn what_is_wrong_with_an_interface_is_told() {
    for checker in [bounded, pdr, explicit, k_induction] {
        let mut too_much = subject(LOCK, &[(0, 0, 0, 1), (1, 1, 0, 0), (1, 0, 0, 1)]);
        let failed = Wrong::Failed { call: CallId(0), arguments: vec![], error: 0 };
        assert_eq!(story(&mut too_much, checker), Story { word: vec![happened(0, &[], 0)], wrong: Some(failed) });
        let mut too_little = subject(LOCK, &[(0, 0, 0, 1)]);
        let returned = Wrong::Returned { call: CallId(1), arguments: vec![], outcome: 0 };
        assert_eq!(story(&mut too_little, checker), Story { word: vec![happened(0, &[], 0)], wrong: Some(returned) });
    }
}

#[test]
fn an_outcome_without_a_next_state_is_missing() {
    let text = "component door { var locked: bool = *; method look() -> bool { return locked; } }";
    let mut sees_one = subject(text, &[(0, 0, 1, 0)]);
    let missing = Wrong::Missing { call: CallId(0), arguments: vec![], outcome: 0 };
    assert_eq!(story(&mut sees_one, pdr), Story { word: vec![], wrong: Some(missing) });
    assert_eq!(distance(&subject(text, &[(0, 0, 0, 0), (0, 0, 1, 0)]).ask(pdr, Limits::default())), Ok(None));
}

const MOVES: &str = "component moves {
  var x: i32 = 0;
  method go(p: i32) {
    if (p <= 0 || p >= 20) { error Rejected; }
    if (x == -1) { error Lost; }
    if (x < 200) { x = x + p; }
  }
}";

/// `go` with three guards: too small, just right, too large.
fn guarded_moves(events: &[(u32, u32, usize, u32)]) -> Subject {
    let mut component = component(MOVES);
    let methods = vec![0, 0, 0];
    let p = component.methods[0].parameters[0].symbol;
    let terms = &mut component.terms;
    let p = terms.symbol(p);
    let (zero, twenty) = (terms.bits(32, 0), terms.bits(32, 20));
    let (small, large) = (terms.signed_less_equal(p, zero), terms.signed_less_equal(twenty, p));
    let either = terms.or(small, large);
    let right = terms.not(either);
    let interface = interface(&component, &methods, events);
    let calls = [small, right, large].map(|guard| GuardedCall { method: 0, guard });
    Subject::with(component, &interface, &calls, &[])
}

#[test]
fn guards_split_a_method_into_calls() {
    let mut right = guarded_moves(&[(0, 1, 0, 0)]);
    let invariant = invariant(&mut right);
    let label = right.product.label(&mut right.component.terms, &invariant, StateId(0));
    let printed =
        Infix::new(&right.component.terms, &PoolNames(&right.component.terms)).style(Style::Readable).print(label);
    assert_eq!(printed, "x >= 0");
    let told = story(&mut guarded_moves(&[(0, 1, 0, 0), (0, 2, 0, 0)]), pdr);
    assert!(
        matches!(told.wrong, Some(Wrong::Failed { call: CallId(2), ref arguments, error: 0 }) if arguments[0] as i32 >= 20)
    );
}

const CONSTRUCTED: &str = "component file {
  enum Mode { CLOSED, READING, WRITING }
  var mode: Mode = CLOSED;
  new File(initial: Mode) { mode = initial; }
  method close() { if (mode == CLOSED) { error NotOpen; } mode = CLOSED; }
  method open() { if (mode != CLOSED) { error Open; } mode = READING; }
}";

/// The constructor with the guards `initial == CLOSED` and `initial != CLOSED`.
fn constructed(events: &[(u32, u32, usize, u32)]) -> Subject {
    let mut component = component(CONSTRUCTED);
    let methods = vec![0, 0, 1, 2];
    let initial = component.methods[0].parameters[0].symbol;
    let terms = &mut component.terms;
    let initial = terms.symbol(initial);
    let (closed, always) = (terms.bits(2, 0), terms.bool(true));
    let (is_closed, is_open) = (terms.equal(initial, closed), terms.distinct(initial, closed));
    let interface = interface(&component, &methods, events);
    let guards = [is_closed, is_open, always, always];
    let calls: Vec<GuardedCall> =
        methods.into_iter().zip(guards).map(|(method, guard)| GuardedCall { method, guard }).collect();
    Subject::with(component, &interface, &calls, &[])
}

#[test]
fn constructors_come_first_and_once() {
    let right = [(0, 0, 0, 1), (0, 1, 0, 2), (1, 3, 0, 2), (2, 2, 0, 1)];
    let mut file = constructed(&right);
    assert_eq!(file.product.constructed, None);
    let invariant = invariant(&mut file);
    let open = file.product.label(&mut file.component.terms, &invariant, StateId(2));
    assert!(implies(&mut file, open, "mode != CLOSED"));
    // Without the edge from closed to open, opening is wrongly forbidden.
    let told = story(&mut constructed(&right[..2]), bounded);
    assert_eq!(told.word.len(), 1);
    assert!(matches!(told.wrong, Some(Wrong::Returned { .. })));
}

#[test]
fn an_interface_that_leads_back_to_before_construction_is_still_understood() {
    // After closing the interface is where it began, and forbids to open the file again.
    let mut wrong = constructed(&[(0, 0, 0, 1), (0, 1, 0, 2), (1, 3, 0, 2), (2, 2, 0, 0)]);
    assert!(wrong.product.constructed.is_some());
    let told = story(&mut wrong, pdr);
    assert!(matches!(told.wrong, Some(Wrong::Returned { call: CallId(3), .. })), "{told:?}");
    assert!(told.word.len() >= 2);
}

const QUEUE: &str = "component queue {
  var size: i32 = 0;
  method fill(count: i32) {
    var left: i32 = count;
    while (left > 0) {
      if (size < 0) { error Broken; }
      if (size < 1000) { size = size + 1; }
      left = left - 1;
    }
  }
  method drain() { while (size > 0) { size = size - 1; } }
  method check() -> bool { if (size < 0) { error Broken; } return size == 0; }
}";

#[test]
fn loops_are_proved_without_unwinding_them() {
    let mut queue = subject(QUEUE, &[(0, 0, 0, 0), (0, 1, 0, 0), (0, 2, 0, 0), (0, 2, 1, 0)]);
    let invariant = invariant(&mut queue);
    let label = queue.product.label(&mut queue.component.terms, &invariant, StateId(0));
    assert!(implies(&mut queue, label, "size >= 0"));
    let heads: Vec<Term> = (0..8)
        .map(|location| {
            let terms = &mut queue.component.terms;
            queue.product.loop_label(terms, &invariant, StateId(0), CallId(0), Location(location))
        })
        .collect();
    let reached: Vec<Term> =
        heads.into_iter().filter(|&head| queue.component.terms.as_constant(head) != Some(0)).collect();
    assert_eq!(reached.len(), 1, "fill has one loop head");
    assert!(implies(&mut queue, reached[0], "size >= 0"));
}

#[test]
fn a_story_through_loops_has_the_arguments_of_its_calls() {
    let text = "component tank {
      var level: u4 = 0;
      method fill(count: u4) { var left: u4 = count; while (left > 0) { level = level + 1; left = left - 1; } }
      method use() { if (level == 3) { error Three; } }
    }";
    for checker in [bounded, pdr, explicit] {
        let mut tank = subject(text, &[(0, 0, 0, 0), (0, 1, 0, 0)]);
        let told = story(&mut tank, checker);
        assert!(matches!(told.wrong, Some(Wrong::Failed { call: CallId(1), .. })));
        let filled: u64 =
            told.word.iter().filter(|happened| happened.call == CallId(0)).map(|happened| happened.arguments[0]).sum();
        assert_eq!(filled % 16, 3);
    }
}

#[test]
fn a_call_whose_entry_is_a_loop_head_starts_with_its_arguments() {
    let text = "component loop {
      var x: u4 = 0;
      method run(count: u4) graph {
        var done: u4;
        0 -> 1: assume done == count;
        0 -> 2: assume done != count;
        2 -> 3: done = done + 1;
        3 -> 0: x = x + 1;
        1: return ok;
      }
      method test() { if (x == 5) { error Five; } }
    }";
    for checker in [bounded, pdr, explicit] {
        let told = story(&mut subject(text, &[(0, 0, 0, 0), (0, 1, 0, 0)]), checker);
        let total: u64 =
            told.word.iter().filter(|happened| happened.call == CallId(0)).map(|happened| happened.arguments[0]).sum();
        assert_eq!(total % 16, 5, "{told:?}");
    }
}

#[test]
fn a_forbidden_call_that_may_fail_by_a_hidden_choice_is_rightly_forbidden() {
    let text = "component sensor {
      method read() { var cold: bool = *; if (cold) { error Cold; } }
    }";
    let component = component(text);
    let with = |instances: &dyn Fn(&mut Component) -> Vec<Vec<Vec<Term>>>| {
        let mut component = component.clone();
        let always = component.terms.bool(true);
        let interface = interface(&component, &[0], &[]);
        let instances = instances(&mut component);
        Subject::with(component, &interface, &[GuardedCall { method: 0, guard: always }], &instances)
            .ask(pdr, Limits::default())
    };
    assert_eq!(distance(&with(&|_| vec![])), Ok(Some(1)));
    assert_eq!(distance(&with(&|component| vec![vec![vec![component.terms.bool(false)]]])), Ok(Some(1)));
    assert_eq!(distance(&with(&|component| vec![vec![vec![component.terms.bool(true)]]])), Ok(None));
}

#[test]
fn a_run_to_a_state_of_interest_has_a_story_without_anything_wrong() {
    let mut lock = subject(LOCK, &[(0, 0, 0, 1), (1, 1, 0, 0)]);
    let held = etiquette_component::parse_condition(&mut lock.component, "held").expect("a condition");
    let (system, known) = (&lock.product.system, &lock.product.known[..]);
    let pool = &mut lock.component.terms;
    let verdict = pdr(Question { pool, system, bad: held, known, limits: Limits::default() });
    let Verdict::Reached(trace) = verdict else { panic!("{verdict:?}") };
    assert_eq!(lock.product.story(&trace), Story { word: vec![happened(0, &[], 0)], wrong: None });
}
