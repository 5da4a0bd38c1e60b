//! Does an interface accept exactly the legal words, those that cannot happen too?
//!
//! After a word that cannot happen everything is legal, so a full interface knows which outcomes cannot happen, and
//! accepts everything after them. What can happen is a matter of beliefs: they are explored one by one, on the
//! component itself, where there are few enough.

use etiquette_automata::{EventId, Interface, Reached, StateId};
use etiquette_component::{Component, Guard, GuardedCall, slices_until};
use etiquette_outcome::{Run, StopReason};
use etiquette_synthesis::{Direct, Engine};

use super::reference::Reference;
use super::{Answer, Counterexample, Wrong};
use crate::arena::Found;
use crate::classes::Classes;
use crate::compare::Excess;
use crate::diff::letters::matched_methods;
use crate::tied::{Tied, View};
use crate::unfold::Steps;

/// A component with more states than this is not explored.
const MOST_STATES: u64 = 1 << 14;

/// Decides it, where the interface is safe and permissive; otherwise the answer is theirs.
pub(super) fn answer(
    component: &Component,
    interface: &Interface,
    others: [&Answer; 2],
    run: &mut Run,
    reference: &mut Reference<'_>,
) -> Answer {
    if let Some(no) = others.iter().find(|answer| matches!(answer, Answer::No(_))) {
        return (*no).clone();
    }
    if others.iter().any(|answer| matches!(answer, Answer::Unknown(_))) {
        return Answer::Unknown("it is not known whether it is safe and permissive".into());
    }
    if !interface.memory().is_empty() {
        return compared(interface, run, reference).unwrap_or_else(Answer::Unknown);
    }
    // The slice takes outcomes that tell nothing to be possible at any time, which here makes a difference.
    let sliced = slices_until(component, &run.interrupt()).exact.component;
    let has_free_outcomes = sliced.methods.iter().any(|method| method.free_outcomes);
    let exact = if has_free_outcomes { component } else { &sliced };
    explored(exact, interface, run).unwrap_or_else(Answer::Unknown)
}

/// With registers there are too many beliefs to look at. An interface that an engine shows to be full accepts all that
/// is legal, so one that is safe and refuses nothing of that is full, too.
fn compared(interface: &Interface, run: &mut Run, reference: &mut Reference<'_>) -> Result<Answer, String> {
    let lacks_next = |(state, event): (StateId, EventId)| {
        interface.allows(state, interface.alphabet().call_of(event)) && interface.next(state, event).is_none()
    };
    let events = || (0..interface.alphabet().event_count()).map(EventId::from_index);
    if interface.states().flat_map(|state| events().map(move |event| (state, event))).any(lacks_next) {
        return Err("an outcome that it does not expect may be one that can't happen".into());
    }
    let reference = reference.outcome(run).as_ref().map_err(String::clone)?;
    if !reference.is_proved() || !reference.guarantee.full {
        return Err("no interface was found to compare it with that is known to be full".into());
    }
    let labels = reference.states.iter().map(|facts| facts.label.as_deref().map(Guard::from)).collect();
    let methods = matched_methods(reference.interface.alphabet(), interface.alphabet());
    let excess = Excess::new(&reference.interface, interface, &methods, labels, run);
    let mut excess = excess.map_err(|misfit| misfit.to_string())?;
    match excess.word(None) {
        Found::Never => Ok(Answer::Yes(format!(
            "it accepts all that the interface does which `{}` proves to be full",
            reference.engine
        ))),
        Found::By(word) => {
            let word = word.written(excess.component());
            Ok(Answer::No(Box::new(Counterexample { word, wrong: Wrong::RefusedAlthoughImpossible, concrete: None })))
        }
        Found::Unknown(why) => Err(why),
    }
}

/// All beliefs of the component, none taken together with another.
fn beliefs(component: &Component, run: &mut Run) -> Result<Interface, String> {
    let minimise = std::mem::replace(&mut run.minimise, false);
    let found = run.within_states(MOST_STATES, |run| Direct.synthesize(component, run));
    run.minimise = minimise;
    let found = found.map_err(|unsupported| unsupported.to_string())?;
    match found.stop {
        StopReason::Done => Ok(found.interface),
        StopReason::StateLimit => Err("there are too many states to explore what can happen".into()),
        stop => Err(format!("stopped before it was known: {stop}")),
    }
}

fn explored(component: &Component, interface: &Interface, run: &mut Run) -> Result<Answer, String> {
    let beliefs = beliefs(component, run)?;
    let mut component = component.clone();
    let as_text = |misfit: crate::tied::Misfit| misfit.to_string();
    let given = Tied::new(&mut component, interface).map_err(as_text)?;
    let exact = Tied::new(&mut component, &beliefs).map_err(as_text)?;
    let own: Vec<GuardedCall> = given.conditions().collect();
    let conditions: Vec<GuardedCall> = own.iter().copied().chain(exact.conditions()).collect();
    let classes = Classes::of(&mut component, &conditions).map_err(|problem| problem.to_string())?;
    let view = given.over(&classes, 0).map_err(as_text)?;
    let beliefs = exact.over(&classes, own.len()).map_err(as_text)?;
    let mut search = BeliefSearch {
        component: &component,
        classes: &classes,
        accepts_all: accepting_all(&component, &classes, &view, interface),
        reached: Reached::from_starts([(view.start(), beliefs.start())]),
        given: view,
        beliefs,
    };
    search.run(run)
}

/// The states from which every word of methods is accepted.
fn accepting_all(component: &Component, classes: &Classes, view: &View<'_>, interface: &Interface) -> Vec<bool> {
    let mut all = vec![true; interface.state_count()];
    let methods: Vec<usize> = (0..classes.list().len())
        .filter(|&class| !component.methods[classes.list()[class].method].constructor)
        .collect();
    loop {
        let stays = |state: StateId| {
            let next_is_in = |next: &Option<StateId>| next.is_some_and(|next| all[next.index()]);
            methods.iter().all(|&class| view.step(&state, class).is_some_and(|next| next.iter().all(next_is_in)))
        };
        let smaller: Vec<bool> = interface.states().map(|state| all[state.index()] && stays(state)).collect();
        if smaller == all {
            return all;
        }
        all = smaller;
    }
}

/// Compares an interface with the beliefs of a component, pair by pair.
struct BeliefSearch<'a> {
    component: &'a Component,
    classes: &'a Classes,
    given: View<'a>,
    beliefs: View<'a>,
    accepts_all: Vec<bool>,
    /// Pairs of a state of the interface and a belief. Steps are classes of calls, each with an outcome.
    reached: Reached<(StateId, StateId), (usize, usize)>,
}

impl BeliefSearch<'_> {
    fn run(&mut self, run: &mut Run) -> Result<Answer, String> {
        let mut next = 0;
        while next < self.reached.states().len() {
            run.tick().map_err(|stop| format!("stopped before it was known: {stop}"))?;
            for class in 0..self.classes.list().len() {
                if let Some(outcome) = self.expand(next, class) {
                    return Ok(Answer::No(Box::new(self.counterexample(next, class, outcome))));
                }
            }
            next += 1;
        }
        Ok(Answer::Yes("compared with all beliefs of the component, one by one".into()))
    }

    /// Follows a call; gives the outcome at which the interface refuses something that is legal.
    fn expand(&mut self, visit: usize, class: usize) -> Option<usize> {
        let (state, belief) = self.reached.states()[visit];
        let legal = self.beliefs.step(&belief, class)?;
        let Some(accepted) = self.given.step(&state, class) else { return Some(0) };
        for (outcome, pair) in accepted.into_iter().zip(legal).enumerate() {
            match pair {
                (Some(state), Some(belief)) => {
                    self.reached.enter((state, belief), Some((visit, (class, outcome))));
                }
                (Some(state), None) if self.accepts_all[state.index()] => {}
                _ => return Some(outcome),
            }
        }
        None
    }

    fn counterexample(&self, visit: usize, class: usize, outcome: usize) -> Counterexample {
        let steps = self.reached.word_to(visit).into_iter().chain([(class, outcome)]);
        let word = steps.map(|(class, outcome)| self.written(class, outcome)).collect();
        Counterexample { word, wrong: Wrong::RefusedAlthoughImpossible, concrete: None }
    }

    fn written(&self, class: usize, outcome: usize) -> String {
        let calls = &self.classes.list()[class];
        let call = crate::classes::as_call(self.component, calls, String::new());
        let alphabet = etiquette_automata::Alphabet::new(vec![call]);
        alphabet.event_name(EventId::from_index(outcome))
    }
}
