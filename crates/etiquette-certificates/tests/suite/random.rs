//! Random components with certificates found by exhaustion, and mutations of them: what is accepted must be true.

use etiquette_automata::{Interface, StateId};
use etiquette_certificates::{ForbiddenProof, Proof, from_json, to_json};
use etiquette_component::{Component, parse};
use etiquette_logic::{Node, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::support::by_hand::Case;
use crate::support::exhaustion::explore;
use crate::support::random::{Random, random_component};
use crate::support::truth::truth;

const SEEDS: u64 = 120;
const MOST_BELIEFS: usize = 12;

/// Cases found by exhaustion, with their seeds.
fn cases() -> impl Iterator<Item = (u64, Case)> {
    (0..SEEDS).filter_map(|seed| explore(&component(seed), &mut Random(seed), MOST_BELIEFS, 0).map(|case| (seed, case)))
}

fn component(seed: u64) -> Component {
    parse(&with_constructor(random_component(seed), seed), "random.component").unwrap()
}

/// Every third component gets a constructor.
fn with_constructor(source: String, seed: u64) -> String {
    let constructor = "new Made(on: bool) -> good | bad { if (on && x == 2) { error Refused; } y = *; assume y < 2;
        if (on) { mode = ON; return good; } return bad; }";
    match (seed % 3, source.rfind('}')) {
        (0, Some(end)) => format!("{}{constructor} }}", &source[..end]),
        _ => source,
    }
}

fn is_true(case: &Case) -> [bool; 2] {
    truth(&case.component, &case.interface, &case.certificate.methods, &case.certificate.guards)
}

#[test]
fn what_exhaustion_finds_is_accepted() {
    let (mut count, mut loops, mut by_choice, mut permissive) = (0, 0, 0, 0);
    for (seed, case) in cases() {
        let checked = case.check();
        checked.safe.unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
        let open = case.certificate.forbidden.iter().any(|found| found.proof == Proof::Open);
        if !open {
            checked.permissive.unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
            permissive += 1;
        }
        assert_eq!(is_true(&case), [true, true], "seed {seed}");
        count += 1;
        loops += usize::from(!case.certificate.loops.is_empty());
        by_choice += case.certificate.forbidden.iter().filter(|f| matches!(f.proof, Proof::CanFail { .. })).count();
    }
    assert!(count > 20 && loops > 5 && by_choice > 10 && permissive > 10, "{count} {loops} {by_choice} {permissive}");
}

#[test]
fn accepted_mutations_are_true() {
    let (mut accepted, mut rejected) = ([0, 0], [0, 0]);
    for (seed, case) in cases() {
        let mut random = Random(seed + 1000);
        for _ in 0..8 {
            let mut mutant = case.clone();
            let what = mutate(&mut mutant, &mut random);
            let (verdict, truth) = (mutant.verdict(), is_true(&mutant));
            for side in 0..2 {
                assert!(!verdict[side] || truth[side], "seed {seed}, {what}: {verdict:?} but {truth:?}");
                accepted[side] += usize::from(verdict[side]);
                rejected[side] += usize::from(!verdict[side]);
            }
        }
    }
    let enough = accepted.iter().chain(&rejected).all(|count| *count > 100);
    assert!(enough, "accepted {accepted:?}, rejected {rejected:?}");
}

/// Certificates that are consistent in themselves but for a run that their maker did not see.
#[test]
fn an_overlooked_run_is_found() {
    let (mut accepted, mut rejected, mut wrong) = (0, 0, 0);
    for seed in 0..SEEDS * 4 {
        let Some(case) = explore(&component(seed), &mut Random(seed + 7), MOST_BELIEFS, 6) else {
            continue;
        };
        let (verdict, truth) = (case.verdict(), is_true(&case));
        assert!(!verdict[0] || truth[0], "seed {seed}: {verdict:?} but {truth:?}");
        assert!(!verdict[1] || truth[1], "seed {seed}: {verdict:?} but {truth:?}");
        accepted += usize::from(verdict[0]);
        rejected += usize::from(!verdict[0]);
        wrong += usize::from(!truth[0]);
    }
    assert!(accepted > 10 && rejected > 50 && wrong > 10, "{accepted} {rejected} {wrong}");
}

#[test]
fn certificates_survive_json() {
    for (seed, mut case) in cases() {
        let json = to_json(&case.component, &case.interface, &case.certificate).unwrap();
        let json = serde_json::from_str(&json.to_string()).unwrap();
        let read = from_json(&mut case.component, &case.interface, &json);
        let read = read.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{json:#}"));
        assert_eq!(read, case.certificate, "seed {seed}");
    }
}

/// Changes one thing, and says what.
fn mutate(case: &mut Case, random: &mut Random) -> &'static str {
    match random.below(9) {
        0 | 1 => mutate_constant(case, random),
        2 | 3 => mutate_label(case, random),
        4 => mutate_guard(case, random),
        5 => mutate_loop(case, random),
        6 => mutate_proof(case, random),
        7 => redirect(case, random),
        _ => flip(case, random),
    }
}

/// All terms of the certificate.
fn terms(case: &mut Case) -> Vec<&mut Term> {
    let certificate = &mut case.certificate;
    let loops = certificate.loops.iter_mut().map(|label| &mut label.label);
    let mut found: Vec<&mut Term> = certificate.labels.iter_mut().chain(&mut certificate.guards).chain(loops).collect();
    for proof in &mut certificate.forbidden {
        if let Proof::CanFail { choices } = &mut proof.proof {
            found.extend(choices.iter_mut().flatten().map(|(_, term)| term));
        }
    }
    found
}

fn mutate_constant(case: &mut Case, random: &mut Random) -> &'static str {
    let mut pool = std::mem::take(&mut case.component.terms);
    let mut all = terms(case);
    let place = random.below(all.len());
    let constants: Vec<Term> =
        pool.reachable(&[*all[place]]).into_iter().filter(|t| pool.as_constant(*t).is_some()).collect();
    if !constants.is_empty() {
        let old = constants[random.below(constants.len())];
        let new = pool.constant(pool.sort(old), random.below(4) as u64);
        *all[place] = replaced(&mut pool, *all[place], old, new);
    }
    drop(all);
    case.component.terms = pool;
    "a constant"
}

fn replaced(pool: &mut TermPool, term: Term, old: Term, new: Term) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for part in pool.reachable(&[term]) {
        let result = match pool.node(part) {
            _ if part == old => new,
            Node::Unary(op, a) => pool.unary(op, done[&a]),
            Node::Binary(op, a, b) => pool.binary(op, done[&a], done[&b]),
            Node::Ite(condition, a, b) => pool.ite(done[&condition], done[&a], done[&b]),
            _ => part,
        };
        done.insert(part, result);
    }
    done[&term]
}

/// A weaker or stronger condition: true, false, an operand, with another one of the same scope, or negated.
fn shaken(pool: &mut TermPool, random: &mut Random, term: Term, other: Term) -> Term {
    let operands: Vec<Term> = pool.node(term).operands().filter(|part| pool.sort(*part) == pool.sort(term)).collect();
    match random.below(8) {
        0 => pool.bool(true),
        1 => pool.bool(false),
        2..=4 if !operands.is_empty() => operands[random.below(operands.len())],
        5 => pool.or(term, other),
        6 => pool.and(term, other),
        _ => pool.not(term),
    }
}

fn mutate_label(case: &mut Case, random: &mut Random) -> &'static str {
    let labels = &mut case.certificate.labels;
    let (place, other) = (random.below(labels.len()), labels[random.below(labels.len())]);
    labels[place] = shaken(&mut case.component.terms, random, labels[place], other);
    "a label"
}

fn mutate_guard(case: &mut Case, random: &mut Random) -> &'static str {
    let guards = &mut case.certificate.guards;
    let place = random.below(guards.len());
    guards[place] = shaken(&mut case.component.terms, random, guards[place], guards[place]);
    "a guard"
}

fn mutate_loop(case: &mut Case, random: &mut Random) -> &'static str {
    let loops = &mut case.certificate.loops;
    if loops.is_empty() {
        return "nothing";
    }
    let place = random.below(loops.len());
    if random.below(4) == 0 {
        loops.remove(place);
        return "a loop label dropped";
    }
    loops[place].label = shaken(&mut case.component.terms, random, loops[place].label, loops[place].label);
    "a loop label"
}

fn mutate_proof(case: &mut Case, random: &mut Random) -> &'static str {
    let forbidden = &mut case.certificate.forbidden;
    if forbidden.is_empty() {
        return "nothing";
    }
    let place = random.below(forbidden.len());
    match &mut forbidden[place].proof {
        Proof::CanFail { choices } if random.below(2) == 0 => drop(choices.remove(random.below(choices.len()))),
        proof => *proof = Proof::NeverReturns,
    }
    "a proof"
}

/// The interface with other tables: whether calls are allowed, and where events lead.
fn rebuilt(
    interface: &Interface,
    change: impl Fn(usize, usize, usize, Option<StateId>) -> Option<Option<StateId>>,
) -> Interface {
    let alphabet = interface.alphabet();
    let mut built = Interface::new(alphabet.clone());
    (1..interface.state_count()).for_each(|_| _ = built.add_state());
    for state in interface.states() {
        for call in alphabet.call_ids() {
            for (outcome, event) in alphabet.events_of(call).enumerate() {
                let next = interface.next(state, event);
                let known = interface.allows(state, call).then_some(next);
                match change(state.index(), call.index(), outcome, next).or(known) {
                    Some(Some(to)) => built.connect(state, event, to),
                    Some(None) => built.allow(state, call),
                    None => {}
                }
            }
        }
    }
    built
}

fn redirect(case: &mut Case, random: &mut Random) -> &'static str {
    let interface = &case.interface;
    let target = StateId::from_index(random.below(interface.state_count()));
    let (state, call) = (random.below(interface.state_count()), random.below(interface.alphabet().calls().len()));
    let drops = random.below(4) == 0;
    let changed = rebuilt(interface, |from, by, _, next| {
        let here = from == state && by == call && next.is_some();
        here.then_some(if drops { None } else { Some(target) })
    });
    case.interface = changed;
    "an edge redirected"
}

/// Forbids an allowed call, or allows a forbidden one.
fn flip(case: &mut Case, random: &mut Random) -> &'static str {
    let interface = case.interface.clone();
    let state = StateId::from_index(random.below(interface.state_count()));
    let calls: Vec<_> = interface.alphabet().call_ids().collect();
    let call = calls[random.below(calls.len())];
    let known = case.certificate.forbidden.iter().position(|found| found.state == state && found.call == call);
    if let Some(position) = known {
        case.certificate.forbidden.remove(position);
        let target = StateId::from_index(random.below(interface.state_count()));
        case.interface =
            rebuilt(&interface, |from, by, _, _| (from == state.index() && by == call.index()).then_some(Some(target)));
        return "a forbidden call allowed";
    }
    if interface.allows(state, call) {
        let mut built = Interface::new(interface.alphabet().clone());
        (1..interface.state_count()).for_each(|_| _ = built.add_state());
        for from in interface.states() {
            for by in calls.iter().filter(|by| interface.allows(from, **by) && (from, **by) != (state, call)) {
                built.allow(from, *by);
                for event in interface.alphabet().events_of(*by) {
                    interface.next(from, event).into_iter().for_each(|to| built.connect(from, event, to));
                }
            }
        }
        case.interface = built;
        case.certificate.forbidden.push(ForbiddenProof { state, call, proof: Proof::NeverReturns });
        return "an allowed call forbidden";
    }
    "nothing"
}
