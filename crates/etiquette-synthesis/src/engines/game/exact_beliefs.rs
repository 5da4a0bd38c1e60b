//! What the paper leaves open for its cost, by a belief construction with antichains: is there a word of `U` that the
//! conjecture does not accept, and does every word that it does not accept really fail?
//!
//! Of two beliefs in one state of the conjecture only the one is followed from which whatever is looked for can be
//! reached if it can from the other.

use etiquette_automata::Reached;
use etiquette_learning::Machine;

use crate::engines::game::budgets::exact_beliefs::MOST_BELIEFS;
use crate::spaces::predicates::abstract_component::{AbstractComponent, Knowledge};
use crate::spaces::predicates::exact::refused;
use crate::spaces::predicates::pairs::Word;
use etiquette_outcome::{Run, StopReason};

/// A search that follows no belief which another one makes needless.
struct Antichains {
    reached: Reached<(usize, Knowledge), usize>,
    next: usize,
    /// For each state of the conjecture the beliefs that are needed so far.
    needed: Vec<Vec<Knowledge>>,
    /// Whether the first makes the second needless.
    replaces: fn(&Knowledge, &Knowledge) -> bool,
}

impl Antichains {
    fn new(class: &AbstractComponent, machine: &Machine<bool>, replaces: fn(&Knowledge, &Knowledge) -> bool) -> Self {
        let (start, place) = (class.start(), machine.initial());
        let mut needed = vec![Vec::new(); machine.states()];
        needed[place].push(start.clone());
        Antichains { reached: Reached::from_starts([(place, start)]), next: 0, needed, replaces }
    }

    /// The next belief to look at, with its number and the state of the conjecture.
    fn next(&mut self) -> Option<(usize, usize, Knowledge)> {
        let (place, belief) = self.reached.states().get(self.next)?.clone();
        self.next += 1;
        Some((self.next - 1, place, belief))
    }

    fn enter(&mut self, place: usize, belief: Knowledge, from: (usize, usize)) {
        let (needed, replaces) = (&mut self.needed[place], self.replaces);
        let same = |known: &Knowledge| known.constructed == belief.constructed;
        if needed.iter().any(|known| same(known) && replaces(known, &belief)) {
            return;
        }
        needed.retain(|known| !(same(known) && replaces(&belief, known)));
        needed.push(belief.clone());
        self.reached.enter((place, belief), Some(from));
    }
}

/// A shortest word that is in `U` and that the conjecture does not accept; `None` if there is none. Whatever is safe
/// from a belief is safe from a smaller one.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn word_missing(
    class: &mut AbstractComponent,
    machine: &Machine<bool>,
    run: &mut Run,
) -> Result<Option<Word>, StopReason> {
    let mut beliefs = Antichains::new(class, machine, |known, other| is_subset(&known.may, &other.may));
    while let Some((index, place, belief)) = beliefs.next() {
        run.tick()?;
        for event in 0..machine.alphabet() {
            let Some(after) = class.safe_after(&belief, event, run)? else { continue };
            let next = machine.next(place, event);
            if !*machine.output_of(next) {
                let mut word = beliefs.reached.word_to(index);
                word.push(event);
                return Ok(Some(word));
            }
            beliefs.enter(next, after, (index, event));
            run.report("settle", beliefs.reached.states().len() as u64, "beliefs");
        }
    }
    Ok(None)
}

/// Whether, after every word of the conjecture, each forbidden call must fail in some run. Whatever goes wrong from a
/// belief goes wrong from one that may be in more states, and must be in fewer.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn some_run_fails(
    class: &mut AbstractComponent,
    machine: &Machine<bool>,
    run: &mut Run,
) -> Result<bool, StopReason> {
    let is_worse =
        |known: &Knowledge, other: &Knowledge| is_subset(&other.may, &known.may) && is_subset(&known.must, &other.must);
    let mut beliefs = Antichains::new(class, machine, is_worse);
    while let Some((index, place, belief)) = beliefs.next() {
        run.look()?;
        for method in refused(class, machine, belief.constructed, place) {
            if !one_must_fail(class, &belief, method, run)? {
                return Ok(false);
            }
        }
        for event in 0..machine.alphabet() {
            let next = machine.next(place, event);
            let (method, _) = class.letters.event(event);
            if *machine.output_of(next) && class.is_in_order(belief.constructed, method) {
                let may = class.may_after(&belief.may, event, run)?;
                let must = class.must_after(&belief.must, event, run)?;
                if !may.is_empty() {
                    beliefs.enter(next, Knowledge { constructed: true, may, must }, (index, event));
                }
            }
        }
        if beliefs.reached.states().len() > MOST_BELIEFS {
            return Ok(false);
        }
    }
    Ok(true)
}

fn one_must_fail(
    class: &mut AbstractComponent,
    belief: &Knowledge,
    method: usize,
    run: &Run,
) -> Result<bool, StopReason> {
    for &state in belief.must.iter() {
        if class.must_fail(state, method, run)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether all numbers of a sorted list are in another.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.len() <= large.len() && small.iter().all(|state| large.binary_search(state).is_ok())
}
