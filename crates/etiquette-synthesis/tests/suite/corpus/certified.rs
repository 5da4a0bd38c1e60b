//! The certified engine on random components: whatever it claims is true, and where it is done it agrees with the
//! others.
//!
//! The judge is the simulation of beliefs, which tries every word. A component that shows a bug is made smaller before
//! it is shown.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use etiquette_automata::Interface;
use etiquette_component::{Component, check, parse, slice};
use etiquette_outcome::{Confidence, Limits, Outcome, Run};
use etiquette_synthesis::{Certified, Direct, Engine};

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::generate::random_source;
use super::letters::Letters;
use super::random::check_claims;
use super::shrink::shrink;
use super::subject::{demand, same_language};
use super::walk::{Demand, walk};

/// Components with more beliefs than this take too long.
const MOST_BELIEFS: usize = 40;
/// Nearly all components of this size take far fewer steps; one that does not counts as not decided.
const MOST_STEPS: u64 = 2_000;
/// In the long run these few get their time, too.
const MANY_STEPS: u64 = 20_000;

/// A call that can't fail is forbidden where it never returns. That refuses no word that can happen, but the other
/// engines allow it.
const NEVER_RETURNS: &str = "a call that never returns is forbidden";

/// In what the engines may differ, since it concerns only words that can't happen. Each must still come up in the short
/// run.
const PERMITTED_DIFFERENCES: [&str; 1] = [NEVER_RETURNS];

/// How often what came of a component.
type Tally = BTreeMap<String, usize>;

#[test]
fn certified_is_right_on_random_components() {
    let tally = hunt(0..150, MOST_STEPS);
    let count = |what: &str| tally.get(what).copied().unwrap_or(0);
    assert!(count("proved") >= 60, "too few are proved: {tally:?}");
    for name in PERMITTED_DIFFERENCES {
        assert!(count(name) > 0, "no longer a difference: {name}");
    }
}

/// The loop begins the method, and is never gone through: no run comes back to the entry.
#[test]
fn an_idle_loop_at_the_entry_does_no_harm() {
    let source = "component idle { var hidden: u2 = *; var b: bool = false; var mode: u2 = 0;
        method use() { assert b; }
        method set(p: u2) { while (!(mode == mode)) { } b = !((hidden & p) == (p + p)); } }";
    assert_eq!(examine(source, MOST_STEPS), Ok("safe".into()));
}

/// A certificate cuts runs at the heads of idle loops, too, and nothing can be followed through a cut.
#[test]
fn an_idle_loop_ends_a_spread() {
    let source = "component idle { var left: u2 = *; var mode: u2 = 0;
        method some() -> bool { return left > 0; }
        method wait() { while (u2(1) <= mode - mode) { } mode = *; }
        method take() { assert left > 0; left = left - 1; } }";
    assert_eq!(examine(source, MOST_STEPS), Ok("safe".into()));
}

/// For a long run: `ETIQUETTE_SEEDS=1000..20000 cargo test --release -p etiquette-synthesis --test suite -- --ignored
/// --nocapture many_random`
#[test]
#[ignore = "takes many minutes"]
fn certified_is_right_on_many_random_components() {
    let written = std::env::var("ETIQUETTE_SEEDS").unwrap_or("0..3000".into());
    let (from, to) = written.split_once("..").expect("a range of seeds");
    let seed = |text: &str| text.parse().expect("a number");
    println!("{:?}", hunt(seed(from)..seed(to), MANY_STEPS));
}

/// Examines the components of these seeds; shows all that is wrong, each on a component as small as could be found.
fn hunt(seeds: std::ops::Range<u64>, steps: u64) -> Tally {
    let mut tally = Tally::new();
    let mut problems = Vec::new();
    for seed in seeds {
        let source = random_source(seed);
        match examine(&source, steps) {
            Ok(what) => {
                if what.starts_with("not decided") {
                    println!("seed {seed}: {what}");
                }
                *tally.entry(what).or_default() += 1;
            }
            Err(problem) if permitted_difference(&problem).is_some() => {
                *tally.entry(permitted_difference(&problem).unwrap_or_default().into()).or_default() += 1;
            }
            Err(problem) => {
                let same = |other: String| kind(&other) == kind(&problem) && permitted_difference(&other).is_none();
                let small = shrink(&source, |smaller| examine(smaller, steps).is_err_and(same));
                let smaller_problem = examine(&small, steps).err().unwrap_or_default();
                println!("seed {seed}: {problem}\nmade smaller: {smaller_problem}\n{small}\n");
                problems.push(format!("seed {seed}: {problem}\nmade smaller: {smaller_problem}\n{small}"));
            }
        }
    }
    assert!(problems.is_empty(), "{tally:?}, {} are wrong:\n{}\n", problems.len(), problems.join("\n\n"));
    tally
}

fn permitted_difference(problem: &str) -> Option<&'static str> {
    PERMITTED_DIFFERENCES.into_iter().find(|name| problem.starts_with(name))
}

/// What a problem is about, without the words in it: while a component is made smaller, it must stay the same.
fn kind(problem: &str) -> &str {
    problem.split(':').next().unwrap_or_default()
}

/// Says in a word what came of a component, or what is wrong.
fn examine(source: &str, steps: u64) -> Result<String, String> {
    let Ok(component) = parse(source, "random.component") else { return Ok("refused".into()) };
    check(&component).map_err(|broken| format!("malformed: {broken:?}"))?;
    let letters = Letters::of(&component);
    if !Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS) {
        return Ok("too large".into());
    }
    let run = |states| Run::new(Limits { states, ..Limits::default() }).with_step_limit(steps);
    let found = judge(&component, &component, &letters, run(None))?;
    judge(&component, &component, &letters, run(Some(2))).map_err(|problem| format!("{problem} (with 2 states)"))?;
    let sliced = slice(&component).component;
    judge(&component, &sliced, &letters, run(None)).map_err(|problem| format!("{problem} (sliced)"))?;
    Ok(found)
}

/// Judges what the engine makes of the given component, which is the component itself or its slice.
fn judge(component: &Component, given: &Component, letters: &Letters, mut run: Run) -> Result<String, String> {
    let named = |kind: &'static str| move |problem: String| format!("{kind}: {problem}");
    let outcome =
        catch_unwind(AssertUnwindSafe(|| Certified.synthesize(given, &mut run))).map_err(|_| "panic: see above")?;
    let outcome = outcome.map_err(|refusal| format!("refusal: {refusal}"))?;
    let spread = letters.spread(component, &outcome.interface).map_err(named("guards"))?;
    let mut simulator = Simulator::new(component);
    for demand in demands(&outcome) {
        let walked = walk(&mut simulator, letters, &spread, demand);
        let otherwise = walk(&mut simulator, letters, &spread, Demand::Permissive);
        let only_never_returns = demand == Demand::SafeAndPermissive && otherwise.is_ok();
        walked.map_err(named(if only_never_returns { NEVER_RETURNS } else { "wrong" }))?;
    }
    check_evidence(given, letters, &outcome).map_err(named("evidence"))?;
    check_claims(&mut Simulator::new(given), letters, &outcome, &spread).map_err(named("facts"))?;
    if outcome.guarantee.permissive == Confidence::Proved {
        compare_with_direct(component, letters, &outcome, &spread)?;
    }
    Ok(match (outcome.guarantee.safe, outcome.guarantee.permissive) {
        (Confidence::Proved, Confidence::Proved) => "proved".into(),
        (Confidence::Proved, _) => "safe".into(),
        _ => format!("not decided, {}", outcome.stop),
    })
}

/// What the guarantee comes down to.
pub fn demands(outcome: &Outcome) -> Vec<Demand> {
    let mut demands = Vec::new();
    match outcome.guarantee.safe {
        Confidence::Proved => demands.push(Demand::Safe),
        Confidence::ProvedUpTo(calls) => demands.push(Demand::SafeUpTo(calls)),
        _ => {}
    }
    match outcome.guarantee.permissive {
        Confidence::Proved => demands.push(Demand::SafeAndPermissive),
        Confidence::ProvedUpTo(calls) => demands.push(Demand::UpTo(calls)),
        _ => {}
    }
    demands
}

/// The explicit engine goes through all beliefs: same language, and no fewer states than what is claimed to be minimal.
fn compare_with_direct(
    component: &Component,
    letters: &Letters,
    outcome: &Outcome,
    spread: &Interface,
) -> Result<(), String> {
    let direct = Direct.synthesize(component, &mut Run::default()).map_err(|refusal| format!("direct: {refusal}"))?;
    let own = letters.spread(component, &direct.interface)?;
    let walked = walk(&mut Simulator::new(component), letters, &own, Demand::SafeAndPermissive)?;
    let realizable = walked.realizable.ok_or("direct: too many pairs")?;
    same_language(spread, &realizable).map_err(|problem| format!("different: {problem}"))?;
    let [found, smallest] = [outcome, &direct].map(|outcome| outcome.interface.state_count());
    demand(!direct.guarantee.minimal || !outcome.guarantee.minimal || found == smallest, || {
        format!("minimal: {found} states are claimed to be minimal, but {smallest} are")
    })
}
