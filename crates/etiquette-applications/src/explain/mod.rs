//! Walks a word through a component and an interface, says what is wrong with it, and how to repair it.
//!
//! Outcomes that are left out may be any: if some of them make a later call illegal, these are shown. Arguments that
//! are left out are chosen so that calls are legal, where that is possible. Whatever is shown can really happen. The
//! repair is a shortest word that is legal, can happen, and has the given calls in their order, with others inserted.
//!
//! ```
//! use etiquette_outcome::Run;
//! use etiquette_synthesis::{Auto, Engine};
//! use etiquette_applications::explain::{Explainer, Standing, state_names};
//!
//! let source = "component door { var open: bool = false;
//!     method pull() { assert !open; open = true; } method close() { assert open; open = false; } }";
//! let door = etiquette_component::parse(source, "door.component").unwrap();
//! let outcome = Auto.synthesize(&door, &mut Run::default()).unwrap();
//! let mut explainer =
//!     Explainer::new(&door, &outcome.interface, state_names(&outcome), &Run::default()).unwrap();
//! let told = explainer.explain("pull pull").unwrap();
//! assert!(matches!(told.steps[1].standing, Standing::Forbidden { .. }));
//! let repaired: Vec<&str> = told.repair.as_ref().unwrap().iter().map(|event| event.written.as_str()).collect();
//! assert_eq!(repaired, ["pull()", "close()", "pull()"]);
//! ```

mod along;
mod repair;
mod session;
mod walk;
mod word;

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, Diagnostic};
use etiquette_outcome::{Outcome, Run};

use crate::arena::Arena;
use crate::place::Place;
use crate::tied::{Misfit, Tied};
use crate::verify::subject;

pub use repair::RepairedEvent;
pub use session::{Reply, Session};

/// Explains words of a component by an interface.
pub struct Explainer {
    /// The component as the user knows it, on which words are read.
    component: Component,
    arena: Arena,
    tied: Tied,
    names: Vec<String>,
}

/// What there is to say about a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// One entry for each call that was looked at. The walk ends with the first one that is not legal.
    pub steps: Vec<Step>,
    /// What may be called where the walk ended.
    pub allowed: Vec<String>,
    /// The state where the walk ended, by name.
    pub state: String,
    /// The names of the registers with their values there.
    pub registers: Vec<(String, String)>,
    /// A legal word with the same calls and others inserted, where the word itself is not legal and there is such a
    /// word.
    pub repair: Option<Vec<RepairedEvent>>,
    /// Why no repair was looked for, or none found: as a sentence.
    pub no_repair: Option<String>,
}

impl Explanation {
    /// Whether all of the word is legal.
    pub fn is_legal(&self) -> bool {
        self.steps.iter().all(|step| step.standing == Standing::Legal)
    }
}

/// One call of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The call with its arguments, and its outcome if it has one.
    pub written: String,
    /// Whether the word names it; a constructor that is left out comes first all the same.
    pub given: bool,
    /// Whether it returned a number that a register is set to. The number is part of what is written.
    pub returned: bool,
    /// The state in which it is made, by name.
    pub state: String,
    /// The names of the registers with their values when it is made.
    pub registers: Vec<(String, String)>,
    /// The guard that holds for it there, where the interface has registers and not everything will do.
    pub guard: Option<String>,
    /// Whether it may be made there.
    pub standing: Standing,
}

/// Whether a call may be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is legal.
    Legal,
    /// The interface forbids it.
    Forbidden {
        /// How it fails; `None` if it never does, or that is not known.
        failure: Option<Failure>,
        /// Whether it depends on what is not modelled if it does.
        doubtful: bool,
    },
    /// It is allowed, but does not return with this outcome here.
    Impossible,
}

/// How a call fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The whole word with argument values.
    pub word: Vec<String>,
    /// The error's name.
    pub error: String,
    /// What the error says.
    pub message: Option<String>,
    /// The place that raises it.
    pub at: Option<String>,
}

/// Why a word can't be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The word can't be read.
    Word(Diagnostic),
    /// It is not known what happens along it, and why.
    Unknown(String),
}

impl Explainer {
    /// Explains words of the component by the interface, whose states have these names.
    ///
    /// # Errors
    /// The interface does not fit the component.
    pub fn new(component: &Component, interface: &Interface, names: Vec<String>, run: &Run) -> Result<Self, Misfit> {
        Tied::new(&mut component.clone(), interface)?;
        let mut arena = Arena::new(&subject(component, interface, &run.interrupt()), run.interrupt());
        let tied = Tied::new(&mut arena.component, interface)?;
        Ok(Explainer { component: component.clone(), arena, tied, names })
    }

    /// Explains a word such as `next -> true, remove`.
    ///
    /// # Errors
    /// It can't be read, or it is not known what happens along it.
    pub fn explain(&mut self, text: &str) -> Result<Explanation, Problem> {
        let word = word::Word::read(self, text)?;
        walk::explain(self, &word)
    }

    /// How the last call of a word fails, if the interface forbids it after the others and it does.
    ///
    /// # Errors
    /// The word can't be read, or it is not known what happens along it.
    pub fn failure_at_end(&mut self, text: &str) -> Result<Option<Failure>, Problem> {
        let word = word::Word::read(self, text)?;
        walk::failure_at_end(self, &word)
    }

    /// What may be called in a place: calls whose guards some arguments fulfil.
    fn allowed(&mut self, place: &Place) -> Vec<String> {
        let Explainer { arena, tied, .. } = self;
        let interface = tied.interface();
        let calls = interface.alphabet().call_ids().filter(|&call| interface.allows(place.state, call));
        let calls =
            calls.filter(|&call| place.registers.is_empty() || place.admits(&mut arena.component, tied.calls(call)));
        calls.map(|call| interface.alphabet().call(call).to_string()).collect()
    }

    /// The registers that have values in a place: some have none before construction.
    fn registers(&self, place: &Place) -> Vec<(String, String)> {
        let interface = self.tied.interface();
        let has_value = |initial: &Option<String>| initial.is_some() || place.state != interface.initial();
        let written = self.tied.registers().written(&self.arena.component, &place.registers);
        let all = interface.memory().registers.iter().zip(written);
        all.filter(|(register, _)| has_value(&register.initial)).map(|(_, written)| written).collect()
    }

    fn name(&self, state: StateId) -> String {
        self.names.get(state.index()).cloned().unwrap_or_else(|| format!("state {}", state.0))
    }
}

/// Names for the states of an outcome: their labels, or else a word that leads there.
pub fn state_names(outcome: &Outcome) -> Vec<String> {
    let name = |(index, facts): (usize, &etiquette_outcome::StateFacts)| match (&facts.label, &facts.access[..]) {
        (Some(label), _) => format!("{{ {label} }}"),
        (None, []) if index == outcome.interface.initial().index() => "start".to_owned(),
        (None, []) => format!("state {index}"),
        (None, access) => format!("after {}", access.join(" · ")),
    };
    outcome.states.iter().enumerate().map(name).collect()
}
