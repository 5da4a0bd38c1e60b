//! Where the component as it is takes too long: what is true of it whatever some of its variables are.
//!
//! A variable of which nothing is kept, or of a number only the sign, is any such value when a method is called, by a
//! choice of the model. So what is allowed is legal, what is forbidden for certain fails, and where the variable decides,
//! the call is doubtful and says so: that is how the next attempt knows what to remember.

use std::collections::BTreeSet;

use etiquette_component::{
    Action, Component, Forgotten, Method, Owner, Slice, Slices, Type, Variable, asked_by_errors,
    asked_on_the_way_to_errors, gap_of_forgotten,
};

use crate::doubtful::tell_apart;
use crate::engines::certified::Certified;
use crate::steps::of_coarse;
use etiquette_outcome::{Outcome, Run};

/// A result with which nothing is left open but doubtful calls, and the slice that it is of.
pub(crate) type Settled = (Outcome, Slice);

/// The part of the time that is left, and the steps, that one attempt is worth.
const TIME_FOR_ATTEMPT: f64 = 0.4;
const STEPS_FOR_ATTEMPT: u64 = 60_000;
/// The part of an attempt that is for the coarse slice.
const TIME_FOR_COARSE: f64 = 0.6;

/// Keeps only what errors ask at first hand, nothing of numbers, nor what loops do, and remembers what verdicts depend on,
/// as long as that leads to a proof.
pub(crate) fn synthesize(slices: &Slices, run: &mut Run) -> Option<Settled> {
    let component = &slices.exact.component;
    let mut forgotten = all_but_what_errors_ask(component);
    if forgotten == Forgotten::default() {
        return None;
    }
    let mut last = attempt(slices, &forgotten, run)?;
    let mut best = last.clone();
    let mut tried = vec![forgotten.clone()];
    while last.0.doubtful() > 0 {
        let new = remembering(&last, &forgotten, component).into_iter().find_map(|less| {
            let is_new = run.look().is_ok() && !tried.contains(&less);
            tried.push(less.clone());
            is_new.then(|| attempt(slices, &less, run)).flatten().map(|found| (less, found))
        });
        let Some((less, found)) = new else { break };
        (forgotten, last) = (less, found);
        // Remembering more may lead to less: a search that tells certain failures from doubtful calls ends before it is done.
        if last.0.doubtful() == 0 || last.0.tells() >= best.0.tells() {
            best = last.clone();
        }
    }
    Some(best)
}

/// Keeps what tests on the way to errors read, of numbers that no last test reads only the signs: where several objects
/// work together, errors mostly compare what these have noted of each other. Outcomes are told apart from the beginning.
pub fn synthesize_forgetting_numbers(slices: &Slices, steps: u64, run: &mut Run) -> Option<Settled> {
    let whole = &slices.exact.component;
    let forgotten = numbers_that_errors_do_not_ask(whole);
    let slices = slices.forgetting(&forgotten, &run.interrupt());
    let before = std::mem::replace(&mut run.settles_for_doubts, true);
    let found = run.stage("few numbers", |run| run.within_steps(steps, |run| of_exact(&slices.exact, whole, run)));
    run.settles_for_doubts = before;
    if forgotten == Forgotten::default() { found } else { found.map(limited) }
}

fn all_but_what_errors_ask(component: &Component) -> Forgotten {
    let asked = asked_by_errors(component);
    let is_kept = |variable: &Variable| asked.contains(variable.binding.name.as_str()) && !is_number(variable);
    let lost = component.variables.iter().filter(|variable| !is_kept(variable));
    let wholly = lost.map(|variable| variable.binding.name.clone()).collect();
    let loops = component.methods.iter().any(|method| method.body.has_loops());
    Forgotten { wholly, loops, ..Forgotten::default() }
}

fn numbers_that_errors_do_not_ask(component: &Component) -> Forgotten {
    let (asked, on_the_way) = (asked_by_errors(component), asked_on_the_way_to_errors(component));
    let numbers = component.variables.iter().filter(|variable| is_number(variable));
    let names = numbers.map(|variable| variable.binding.name.as_str()).filter(|name| !asked.contains(name));
    let (signs, wholly): (Vec<&str>, Vec<&str>) = names.partition(|name| on_the_way.contains(name));
    let [wholly, but_signs] = [wholly, signs].map(|names| names.into_iter().map(str::to_owned).collect());
    let loops = component.methods.iter().any(|method| method.body.has_loops());
    Forgotten { wholly, but_signs, loops }
}

fn attempt(slices: &Slices, forgotten: &Forgotten, run: &mut Run) -> Option<Settled> {
    let whole = &slices.exact.component;
    let slices = slices.forgetting(forgotten, &run.interrupt());
    let before = std::mem::replace(&mut run.settles_for_doubts, true);
    let both = |run: &mut Run| {
        let coarse = of_coarse(&slices, whole, TIME_FOR_COARSE, run);
        match coarse {
            Some(found) if found.0.doubtful() == 0 => Some(found),
            coarse => clearer(of_exact(&slices.exact, whole, run), coarse),
        }
    };
    let found = run.stage("forgetting", |run| {
        run.within_part_of_time(TIME_FOR_ATTEMPT, |run| run.within_steps(STEPS_FOR_ATTEMPT, both))
    });
    run.settles_for_doubts = before;
    found.map(limited)
}

/// What an attempt that tells outcomes apart found, unless one that does not tells more.
pub(crate) fn clearer(exact: Option<Settled>, coarse: Option<Settled>) -> Option<Settled> {
    match (exact, coarse) {
        (Some(exact), Some(coarse)) if exact.0.tells() <= coarse.0.tells() => Some(coarse),
        (exact, coarse) => exact.or(coarse),
    }
}

fn of_exact(slice: &Slice, whole: &Component, run: &mut Run) -> Option<Settled> {
    let outcome = Certified::synthesize_slice(&slice.component, whole, run);
    let outcome = tell_apart(outcome, &slice.component, whole, run);
    outcome.is_settled().then(|| (outcome, slice.clone()))
}

/// More words can happen in what is left than in the component, so a smaller interface may do, too.
fn limited((mut outcome, slice): Settled) -> Settled {
    (outcome.guarantee.full, outcome.guarantee.minimal) = (false, false);
    (outcome, slice)
}

/// Whether it is a number that is too wide for its values to be looked at one by one.
fn is_number(variable: &Variable) -> bool {
    matches!(variable.binding.ty, Type::Int { width, .. } if width > 8)
}

/// What to forget next time, the likeliest first: what the clearest doubts depend on is remembered, or what all doubtful
/// calls may depend on, or what others depend on that have a say; of a number first the sign, then all of it.
fn remembering((outcome, slice): &Settled, forgotten: &Forgotten, whole: &Component) -> Vec<Forgotten> {
    let doubtful = outcome.doubtful_methods();
    let asked = left_open(&slice.component, |method| doubtful.contains(method.name.as_str()));
    let all = left_open(&slice.component, |_| true);
    let clear = clearest_doubts(outcome, forgotten);
    let ways = [(&clear, false), (&asked, false), (&all, false), (&clear, true), (&asked, true), (&all, true)];
    let less = ways.map(|(open, beyond_signs)| without(forgotten, open, beyond_signs, whole));
    less.into_iter().filter(|less| less != forgotten && *less != Forgotten::default()).collect()
}

/// What those doubtful calls depend on that depend on least of what is forgotten.
fn clearest_doubts<'a>(outcome: &'a Outcome, forgotten: &Forgotten) -> BTreeSet<&'a str> {
    let lost: BTreeSet<String> =
        forgotten.wholly.iter().chain(&forgotten.but_signs).map(|name| gap_of_forgotten(name)).collect();
    let assumptions = &outcome.guarantee.assumptions;
    let doubts = outcome.all_forbidden().filter_map(|forbidden| forbidden.doubt.as_ref()).map(|positions| {
        let texts = positions.iter().filter_map(|&position| assumptions.get(position)).map(|found| found.text.as_str());
        texts.filter(|text| lost.contains(*text)).collect::<BTreeSet<&str>>()
    });
    let doubts: Vec<BTreeSet<&str>> = doubts.filter(|doubt| !doubt.is_empty()).collect();
    let least = doubts.iter().map(BTreeSet::len).min().unwrap_or_default();
    doubts.into_iter().filter(|doubt| doubt.len() == least).flatten().collect()
}

/// The same with what is left open remembered: of numbers of which nothing was kept the sign, of those that had their
/// signs kept everything, if it is to go beyond signs.
fn without(forgotten: &Forgotten, open: &BTreeSet<&str>, beyond_signs: bool, whole: &Component) -> Forgotten {
    let is_open = |name: &&String| open.contains(gap_of_forgotten(name).as_str());
    let numbers = whole.variables.iter().filter(|variable| is_number(variable));
    let numbers: BTreeSet<&str> = numbers.map(|variable| variable.binding.name.as_str()).collect();
    let (raised, wholly): (Vec<String>, Vec<String>) =
        forgotten.wholly.iter().cloned().partition(|name| is_open(&name));
    let kept = forgotten.but_signs.iter().filter(|name| !beyond_signs || !is_open(name)).cloned();
    let signs = raised.into_iter().filter(|name| numbers.contains(name.as_str()));
    Forgotten { wholly, but_signs: kept.chain(signs).collect(), loops: forgotten.loops }
}

/// What methods leave open.
fn left_open(component: &Component, is_meant: impl Fn(&Method) -> bool) -> BTreeSet<&str> {
    let gap = |action: &Action| match action {
        Action::Havoc(_, Owner::Model(gap), _) => component.gaps[*gap as usize].what.as_deref(),
        _ => None,
    };
    let methods = component.methods.iter().filter(|method| is_meant(method));
    methods.flat_map(|method| &method.body.edges).filter_map(|edge| gap(&edge.action)).collect()
}
