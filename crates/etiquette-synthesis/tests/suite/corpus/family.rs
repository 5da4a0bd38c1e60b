//! What the model leaves open stands for a family of components. On members of it, picked at random: no allowed call
//! fails, and every call that is forbidden for certain does, or never returns.

use std::collections::BTreeSet;

use etiquette_automata::{AccessWords, CallId};
use etiquette_component::passes::forget;
use etiquette_component::{Action, Component, Forgotten, Owner, Slices, Type, parse, slices};
use etiquette_logic::Term;
use etiquette_outcome::{Confidence, Forbidden, Outcome, Reason, Run};
use etiquette_synthesis::{Certified, Engine, look_behind_doubts, synthesize_or_forget};

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::generate::random_source;
use super::letters::Letters;
use super::random::Random;
use super::subject::demand;

/// Members of each family that are tried.
const MEMBERS: u64 = 6;
/// Pairs of a state and a belief that are looked at in each.
const MOST_PAIRS: usize = 400;

/// How many components had certain and doubtful calls.
#[derive(Default, Debug)]
struct Tally {
    certain: usize,
    doubtful: usize,
    /// In how many there are states that differ in nothing but which calls fail for certain.
    told_apart: usize,
    /// In how many it is known what is true after a doubtful call, should it return, in a state that no legal word leads
    /// to.
    behind: usize,
}

#[test]
fn verdicts_hold_in_every_member_of_the_family() {
    let mut tally = Tally::default();
    for seed in 0..150 {
        let source = with_gaps(&random_source(seed), &mut Random(seed));
        if let Err(problem) = examine(&source, seed, &mut tally) {
            panic!("seed {seed}: {problem}\n{source}");
        }
    }
    let is_much = tally.certain > 30 && tally.doubtful > 15 && tally.told_apart > 2 && tally.behind > 5;
    assert!(is_much, "too little was tried: {tally:?}");
}

/// A component is one of the family that it stands for when some of its variables are forgotten.
#[test]
fn verdicts_hold_whatever_is_forgotten() {
    let (mut settled, mut certain) = (0, 0);
    for seed in 0..150 {
        let source = random_source(seed);
        let Ok(component) = parse(&source, "random.component") else { continue };
        let forgotten = some_variables(&component, &mut Random(seed));
        let mut run = Run::default().with_step_limit(5_000);
        run.settles_for_doubts = seed % 2 == 0;
        let outcome =
            Certified.synthesize(&forget(&component, &forgotten), &mut run).expect("every component is taken");
        if !outcome.is_settled() || forgotten == Forgotten::default() {
            continue;
        }
        settled += 1;
        certain += usize::from(outcome.all_forbidden().any(is_certain));
        if let Err(problem) = walk(&component, &Letters::of(&component), &outcome) {
            panic!("seed {seed}, {forgotten:?}: {problem}\n{source}");
        }
    }
    assert!(settled > 50 && certain > 20, "too little was tried: {settled}, {certain}");
}

/// Some variables of a component, to be forgotten wholly or, if they are numbers, but for their signs, and perhaps what
/// loops do.
fn some_variables(component: &Component, random: &mut Random) -> Forgotten {
    let mut forgotten = Forgotten { loops: random.below(2) == 0, ..Forgotten::default() };
    for variable in &component.variables {
        let name = variable.binding.name.clone();
        match (random.below(3), variable.binding.ty) {
            (0, _) => forgotten.wholly.push(name),
            (1, Type::Int { .. }) => forgotten.but_signs.push(name),
            _ => {}
        }
    }
    forgotten
}

fn is_certain(found: &Forbidden) -> bool {
    matches!(found.reason, Reason::Error { .. }) && found.doubt.is_none()
}

/// The component with some of its hidden choices made the model's.
fn with_gaps(source: &str, random: &mut Random) -> String {
    let line = |line: &str| match line.ends_with("= *;") && !line.starts_with("var") && random.below(4) > 0 {
        true => line.replace("= *;", "= ?;"),
        false => line.to_owned(),
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn examine(source: &str, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let Ok(component) = parse(source, "random.component") else { return Ok(()) };
    if !component.has_gaps() {
        return Ok(());
    }
    let mut run = Run::default().with_step_limit(5_000);
    let outcome = Certified.synthesize(&component, &mut run).map_err(|no| no.to_string())?;
    let states = outcome.interface.state_count();
    examine_outcome(&component, outcome, seed, tally)?;
    let slices = Slices { coarse: None, ..slices(&component) };
    let (told_apart, slice) = synthesize_or_forget(&Certified, &slices, &mut run).map_err(|no| no.to_string())?;
    let behind = look_behind_doubts(&told_apart, &slice, &slices.exact.component, &mut run);
    let told_apart = behind.unwrap_or(told_apart);
    tally.told_apart += usize::from(told_apart.interface.state_count() > states);
    let reached = AccessWords::of(&told_apart.interface);
    tally.behind += usize::from(told_apart.interface.states().any(|state| !reached.reaches(state)));
    examine_outcome(&slice.component, told_apart, seed, tally)
}

fn examine_outcome(component: &Component, outcome: Outcome, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let letters = Letters::of(component);
    check_evidence(component, &letters, &outcome)?;
    demand(outcome.doubtful() == 0 || outcome.guarantee.permissive != Confidence::Proved, || {
        "proved in spite of doubts".into()
    })?;
    tally.certain += usize::from(outcome.evidence.is_some() && outcome.all_forbidden().any(is_certain));
    tally.doubtful += usize::from(outcome.doubtful() > 0);
    for number in 0..MEMBERS {
        let member = member(component, &mut Random(seed * MEMBERS + number));
        walk(&member, &letters, &outcome).map_err(|problem| format!("member {number}: {problem}"))?;
    }
    Ok(())
}

/// One way to fill the gaps: each choice of the model is a function of what is known there.
fn member(component: &Component, random: &mut Random) -> Component {
    let mut member = component.clone();
    for method in 0..member.methods.len() {
        for edge in 0..member.methods[method].body.edges.len() {
            let Action::Havoc(symbol, Owner::Model(_), to) = member.methods[method].body.edges[edge].action else {
                continue;
            };
            let ty = member.binding(Some(&member.methods[method]), symbol).expect("it is declared").ty;
            let value = any_value(&mut member, ty, random);
            member.methods[method].body.edges[edge].action = Action::Assign(symbol, value, to);
        }
    }
    member
}

/// A constant, or one of two by what a variable holds.
fn any_value(member: &mut Component, ty: Type, random: &mut Random) -> Term {
    let (sort, count) = (member.sort(ty), member.value_count(ty).expect("a small type") as usize);
    let [one, other] = [0; 2].map(|_| member.terms.constant(sort, random.below(count) as u64));
    let variable = member.variables[random.below(member.variables.len())].binding.clone();
    let values = member.value_count(variable.ty).expect("a small type") as usize;
    let compared = member.terms.constant(member.sort(variable.ty), random.below(values) as u64);
    let held = member.terms.symbol(variable.symbol);
    let condition = member.terms.equal(held, compared);
    if random.below(3) == 0 { one } else { member.terms.ite(condition, one, other) }
}

/// Looks at the verdicts after all words that the interface accepts and the member can do, if it is known to be safe.
fn walk(member: &Component, letters: &Letters, outcome: &Outcome) -> Result<(), String> {
    if outcome.guarantee.safe != Confidence::Proved {
        return Ok(());
    }
    let interface = &outcome.interface;
    let calls: Vec<CallId> = letters.calls(member, interface)?;
    let mut simulator = Simulator::new(member);
    let mut pending = vec![(interface.initial(), simulator.initial())];
    let mut seen: BTreeSet<(u32, Vec<usize>)> = BTreeSet::new();
    while let Some((state, belief)) = pending.pop() {
        if seen.len() == MOST_PAIRS || !seen.insert((state.0, belief.states.iter().copied().collect())) {
            continue;
        }
        for (letter, &call) in letters.letters.iter().zip(&calls) {
            let step = simulator.step(&belief, letter);
            if !interface.allows(state, call) {
                let forbidden = outcome.forbidden(state, call).ok_or("a forbidden call without a reason")?;
                let can_be_made = step.is_legal() && step.next.iter().any(Option::is_some);
                let is_proved = outcome.guarantee.permissive.but_for().is_some();
                demand(!(is_certain(forbidden) && is_proved && can_be_made), || {
                    format!("{} in state {} does not fail", letter.text, state.0)
                })?;
                let behind = step.next.into_iter().enumerate().filter_map(|(position, next)| {
                    let event = interface.alphabet().event(call, position);
                    Some((interface.next_should_return(state, event)?, next?))
                });
                pending.extend(behind);
                continue;
            }
            demand(step.is_legal(), || format!("{} in state {} fails", letter.text, state.0))?;
            for (position, next) in step.next.into_iter().enumerate() {
                let event = interface.alphabet().event(call, position);
                let Some(belief) = next else { continue };
                let to =
                    interface.next(state, event).ok_or_else(|| format!("{} has an outcome too many", letter.text))?;
                pending.push((to, belief));
            }
        }
    }
    Ok(())
}
