//! Is a given interface safe, permissive and full for a component?
//!
//! Safe and permissive are about calls with their argument values: a guard means the arguments that it lets through.
//! Every *no* comes with a word that was run on the interpreter. Safety is reachability of a failure in the product of
//! the two; for the ways to decide the other two, see `permissive.rs` and `full.rs`.
//!
//! ```
//! use etiquette_outcome::Run;
//! use etiquette_synthesis::{Auto, Engine};
//! use etiquette_applications::{reading, verify};
//!
//! let source = "component door { var open: bool = false;
//!     method pull() { assert !open; open = true; } method close() { assert open; open = false; } }";
//! let door = etiquette_component::parse(source, "door.component").unwrap();
//! let written = reading::read_expression(&door, "(pull close)* pull? close?").unwrap();
//! let mut work_out = |run: &mut Run, door: &_| Auto.synthesize(door, run).map_err(|problem| problem.to_string());
//! let found = verify::verify(&door, &written.interface, &mut Run::default(), &mut work_out).unwrap();
//! let verify::Answer::No(why) = found.safe else { panic!("`close` may come first") };
//! assert_eq!(why.word, ["close()"]);
//! assert!(matches!(found.permissive, verify::Answer::Yes(_)));
//! ```

mod full;
mod permissive;
mod reference;
mod subject;
mod word;

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, GuardedCall};
use etiquette_outcome::{Outcome, Run};

use crate::arena::{Arena, Found, Goal, Patience};
use crate::classes::Classes;
use crate::concrete::{ConcreteWord, Ending};
use crate::tied::{Misfit, Tied};
use crate::unfold::{Unfolded, unfold};

use reference::Reference;
pub use subject::subject;
pub(crate) use subject::with_results;
pub use word::{depends_on_the_model, failure_after, is_legal};

/// What was found out about an interface.
#[derive(Clone, Debug)]
pub struct Verification {
    /// Whether every word that it accepts is legal.
    pub safe: Answer,
    /// Whether it accepts every legal word that can happen.
    pub permissive: Answer,
    /// Whether it accepts exactly the legal words, those that cannot happen too.
    pub full: Answer,
    /// The component that the words are about: without what no error depends on.
    pub component: Component,
}

/// The answer to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes, and how that is known.
    Yes(String),
    /// No, and why.
    No(Box<Counterexample>),
    /// It is not known, and why.
    Unknown(String),
}

/// Why the answer is no: a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The word, each event with argument values. The last call is the one that it is about.
    pub word: Vec<String>,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// The word itself, to be run elsewhere; `None` for a word that cannot happen.
    pub concrete: Option<ConcreteWord>,
}

/// What is wrong with a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The interface accepts it, and it fails.
    Fails {
        /// The error's name.
        error: String,
        /// What the error says.
        message: Option<String>,
        /// The place that raises it.
        at: Option<String>,
    },
    /// It is legal and can happen, and the interface refuses it.
    Refused,
    /// It cannot happen, so that everything after it is legal, and the interface refuses it or something after it.
    RefusedAlthoughImpossible,
}

/// Works out the interface of a component, for comparison. Called only where nothing simpler decides.
pub type WorkOut<'a> = &'a mut dyn FnMut(&mut Run, &Component) -> Result<Outcome, String>;

/// Verifies an interface against a component.
///
/// # Errors
/// The interface does not fit the component.
pub fn verify(
    component: &Component,
    interface: &Interface,
    run: &mut Run,
    work_out: WorkOut<'_>,
) -> Result<Verification, Misfit> {
    // Whatever does not fit is better said in terms of what the user knows.
    Tied::new(&mut component.clone(), interface)?;
    let subject = subject(component, interface, &run.interrupt());
    let mut arena = Arena::new(&subject, run.interrupt());
    let tied = Tied::new(&mut arena.component, interface)?;
    let conditions: Vec<GuardedCall> = tied.conditions().collect();
    let too_large = |problem: String| Misfit { message: problem, help: "give a smaller interface".into() };
    let classes = Classes::of(&mut arena.component, &conditions).map_err(|problem| too_large(problem.to_string()))?;
    let view = tied.over(&classes, 0)?;
    let written = unfold(&arena.component, &classes, &view).map_err(|problem| too_large(problem.to_string()))?;
    let mut reference = Reference::of(&subject, work_out);
    let mut question = Question { arena: &mut arena, tied: &tied, classes: &classes, reference: &mut reference, run };
    let safe = question.is_safe(&written);
    let permissive = question.is_permissive(&written);
    let full = full::answer(component, interface, [&safe, &permissive], run, &mut reference);
    Ok(Verification { safe, permissive, full, component: subject })
}

/// An interface that meets a component.
struct Question<'a, 'b> {
    arena: &'a mut Arena,
    tied: &'a Tied,
    classes: &'a Classes,
    reference: &'a mut Reference<'b>,
    run: &'a mut Run,
}

impl Question<'_, '_> {
    /// Whether nothing fails that the interface allows. Where that is not found soon, an engine may know it: it takes
    /// loops apart that checkers go round and round.
    fn is_safe(&mut self, interface: &Unfolded<StateId>) -> Answer {
        match self.failure(interface, Patience::Glance) {
            Answer::Unknown(_) => {}
            known => return known,
        }
        match self.reference.shows_safe(self.tied.interface(), self.run) {
            Some(engine) => Answer::Yes(format!("compared with the interface that `{engine}` proves")),
            None => self.failure(interface, Patience::Long),
        }
    }

    fn failure(&mut self, interface: &Unfolded<StateId>, patience: Patience) -> Answer {
        let arena = &mut *self.arena;
        match arena.search_with(patience, self.classes, interface, Goal::Failure) {
            Found::Never => Answer::Yes("no call that it allows can fail".into()),
            Found::By(word) if is_doubtful(arena, &word) => Answer::Unknown(format!(
                "it accepts `{}`, and whether that fails depends on what is not modelled",
                word.written(&arena.component).join(" · ")
            )),
            Found::By(word) => Answer::No(Box::new(Counterexample::of(&arena.component, word))),
            Found::Unknown(why) => Answer::Unknown(why),
        }
    }
}

/// Whether it depends on what the model leaves open that a word fails.
pub(crate) fn is_doubtful(arena: &mut Arena, word: &ConcreteWord) -> bool {
    match &word.ending {
        Ending::Failed { letter, .. } => depends_on_the_model(arena, &word.events, letter),
        Ending::Returned => false,
    }
}

impl Counterexample {
    fn of(component: &Component, word: ConcreteWord) -> Self {
        let wrong = match &word.ending {
            Ending::Returned => Wrong::Refused,
            Ending::Failed { error, .. } => {
                let site = &component.errors[*error];
                let at = site.place.as_ref().map(ToString::to_string);
                Wrong::Fails { error: site.name.clone(), message: site.message.clone(), at }
            }
        };
        Counterexample { word: word.written(component), wrong, concrete: Some(word) }
    }
}
