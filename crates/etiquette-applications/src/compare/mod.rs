//! Words of one interface that another one refuses: inclusion, equality and shortest separating words of interfaces with
//! registers.
//!
//! An interface is a component (`etiquette_synthesis::bare_interface_program`): what it forbids fails. Where that
//! component meets the other interface, a call that returns and is forbidden there is a difference. The checkers find a
//! shortest word to one, or prove that there is none; where they do neither, it is not known. Outcomes for which one of
//! the two has no next state can't happen there, and are no difference.
//!
//! ```
//! use etiquette_applications::compare::{Included, included};
//! use etiquette_output::json;
//! use etiquette_outcome::Run;
//!
//! let counter = |most: &str| json::read(&format!(r#"{{
//!   "etiquette": 2, "component": "counter", "errors": ["Full"],
//!   "guarantee": {{"safe": "proved", "permissive": "proved"}},
//!   "registers": [{{"name": "count", "type": "i32", "initial": "0"}}],
//!   "calls": [
//!     {{"id": "up#1", "method": "up", "params": [{{"name": "by", "type": "i32"}}], "guard": "by > 0 && by < 9 && count < {most}"}},
//!     {{"id": "up#2", "method": "up", "params": [{{"name": "by", "type": "i32"}}], "guard": "!(by > 0 && by < 9 && count < {most})"}}],
//!   "initial": 0,
//!   "states": [{{"label": null, "allowed": ["up#1"], "forbidden": [{{"call": "up#2"}}],
//!     "next": [{{"call": "up#1", "outcome": "ok", "to": 0, "set": {{"count": "count + by"}}}}]}}],
//!   "stop": "done"}}"#)).map(|outcome| outcome.interface);
//! let (small, large) = (counter("10")?, counter("12")?);
//! assert_eq!(included(&small, &large, &Run::default())?, Included::Yes);
//! let Included::No(word) = included(&large, &small, &Run::default())? else { panic!("it has longer words") };
//! assert_eq!(word.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod align;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Component, Guard, GuardedCall};
use etiquette_logic::{Symbol, Term};
use etiquette_outcome::Run;
use etiquette_synthesis::bare_interface_program;

use crate::arena::{Arena, Found, Goal, Patience};
use crate::classes::Classes;
use crate::concrete::Seen;
use crate::diff::letters::matched_methods;
use crate::place::Place;
use crate::tied::{Misfit, OTHER_OPTIONS, Tied, View, misfit};
use crate::unfold::{Steps, unfold};
use align::{Aligned, Plan};

pub use align::Methods;

/// Whether an interface accepts all words of another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Included {
    /// It does.
    Yes,
    /// It refuses the last call of this word, a shortest one.
    No(Vec<String>),
    /// It is not known, and why.
    Unknown(String),
}

/// Whether `other` accepts all words of `one`; calls are matched by method and parameter types.
///
/// # Errors
/// What in one of them has no meaning.
pub fn included(one: &Interface, other: &Interface, run: &Run) -> Result<Included, Misfit> {
    let methods = matched_methods(one.alphabet(), other.alphabet());
    let mut excess = Excess::new(one, other, &methods, Vec::new(), run)?;
    Ok(match excess.word(None) {
        Found::Never => Included::Yes,
        Found::By(word) => Included::No(word.written(excess.component())),
        Found::Unknown(why) => Included::Unknown(why),
    })
}

/// The words of one interface that another one refuses.
pub struct Excess {
    arena: Arena,
    accepting: (Tied, Vec<CallId>),
    refusing: (Tied, Vec<CallId>),
    classes: Classes,
    missing: Missing,
}

/// What it means that the refusing interface has no next state for an outcome of a call that it allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// That can't happen, so it is no difference.
    Impossible,
    /// It is refused: whether it can happen is not known.
    Refused,
}

/// A call along a word that two interfaces follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// Where it is made in the accepting interface, and as which of its calls.
    pub accepting: (StateId, Option<CallId>),
    /// The same for the refusing one.
    pub refusing: (StateId, Option<CallId>),
}

impl Excess {
    /// Makes the question ready. Methods are given with their calls in both interfaces; one that the refusing interface
    /// does not have is refused, and one that the accepting interface does not have is of no interest. Labels of the
    /// accepting interface's states tell which numbers are never returned, where registers are set to them.
    ///
    /// # Errors
    /// What in one of them has no meaning.
    pub fn new(
        accepting: &Interface,
        refusing: &Interface,
        methods: &Methods,
        labels: Vec<Option<Guard>>,
        run: &Run,
    ) -> Result<Self, Misfit> {
        let methods: Vec<_> = methods.iter().filter(|(own, _)| !own.is_empty()).cloned().collect();
        let plan = Plan::new(accepting, refusing, &methods);
        let Aligned { interface: accepting, calls: accepted } =
            plan.apply(accepting, methods.iter().map(|(own, _)| own));
        let Aligned { interface: refusing, calls: refused } =
            plan.apply(refusing, methods.iter().map(|(_, others)| others));
        let program = bare_interface_program(&accepting, &plan.signatures(), labels);
        let program = program.map_err(|unfit| misfit(unfit.to_string(), OTHER_OPTIONS))?;
        let mut arena = Arena::new(&program, run.interrupt());
        let accepting = Tied::new(&mut arena.component, &accepting)?;
        let refusing = Tied::new(&mut arena.component, &refusing)?;
        let conditions: Vec<GuardedCall> = refusing.conditions().collect();
        let classes = Classes::of(&mut arena.component, &conditions)
            .map_err(|problem| misfit(problem.to_string(), "compare smaller interfaces"))?;
        Ok(Excess {
            arena,
            accepting: (accepting, accepted),
            refusing: (refusing, refused),
            classes,
            missing: Missing::Impossible,
        })
    }

    /// The same question, with another meaning of outcomes for which the refusing interface has no next state.
    pub fn where_missing_is(self, missing: Missing) -> Self {
        Excess { missing, ..self }
    }

    /// The component that the accepting interface is, which words are about.
    pub fn component(&self) -> &Component {
        &self.arena.component
    }

    /// The kinds of calls that the refusing interface tells apart.
    pub fn kinds(&self) -> usize {
        self.classes.list().len()
    }

    /// The kind of calls, as people write them.
    pub fn described(&self, kind: usize) -> String {
        let (tied, _) = &self.refusing;
        match tied.over(&self.classes, 0).ok().and_then(|view| view.call(kind)) {
            Some(call) => tied.interface().alphabet().call(call).to_string(),
            None => self.arena.component.methods[self.classes.list()[kind].method].name.clone(),
        }
    }

    /// A shortest word whose last call only the accepting interface allows: one of this kind, or of any.
    pub fn word(&mut self, kind: Option<usize>) -> Found {
        self.word_with(Patience::Long, kind)
    }

    /// The same, with as much patience as this.
    pub fn word_with(&mut self, patience: Patience, kind: Option<usize>) -> Found {
        let view = match self.refusing.0.over(&self.classes, 0) {
            Ok(view) => view,
            Err(misfit) => return Found::Unknown(misfit.to_string()),
        };
        let outcomes = self.arena.component.methods.iter().map(|method| method.outcomes.len()).collect();
        let steps = Refusing { view, classes: &self.classes, outcomes, kind, missing: self.missing };
        let unfolded = match unfold(&self.arena.component, &self.classes, &steps) {
            Ok(unfolded) => unfolded,
            Err(problem) => return Found::Unknown(problem.to_string()),
        };
        let goal = unfolded.states_with(Option::is_none);
        if goal.is_empty() {
            return Found::Never;
        }
        self.arena.search_with(patience, &self.classes, &unfolded, Goal::States(&goal))
    }

    /// The word in both interfaces, as far as both follow it.
    pub fn along(&self, events: &[Seen]) -> Vec<Made> {
        let component = &self.arena.component;
        let step = |(tied, calls): &(Tied, Vec<CallId>), at: &Option<Place>, event: &Seen| {
            let at = at.as_ref()?;
            let call = tied.call_at(component, at, &event.letter).map(|call| calls[call.index()]);
            Some(((at.state, call), tied.after(component, at, event)))
        };
        let mut places = (Some(self.accepting.0.start()), Some(self.refusing.0.start()));
        let mut made = Vec::new();
        for event in events {
            let steps = (step(&self.accepting, &places.0, event), step(&self.refusing, &places.1, event));
            let (Some(accepting), Some(refusing)) = steps else { break };
            made.push(Made { accepting: accepting.0, refusing: refusing.0 });
            places = (accepting.1, refusing.1);
        }
        made
    }
}

/// The refusing interface; where it forbids a call of the kind that is looked for, it is in no state any more.
struct Refusing<'a> {
    view: View<'a>,
    classes: &'a Classes,
    /// The number of outcomes of each method.
    outcomes: Vec<usize>,
    kind: Option<usize>,
    missing: Missing,
}

impl Steps for Refusing<'_> {
    type State = Option<StateId>;

    fn start(&self) -> Self::State {
        Some(self.view.start())
    }

    fn step(&self, state: &Self::State, class: usize) -> Option<Vec<Option<Self::State>>> {
        let state = state.as_ref()?;
        match self.view.step(state, class) {
            Some(next) if self.missing == Missing::Refused => Some(next.into_iter().map(Some).collect()),
            Some(next) => Some(next.into_iter().map(|next| next.map(Some)).collect()),
            None if self.kind.is_none_or(|kind| kind == class) => {
                Some(vec![Some(None); self.outcomes[self.classes.list()[class].method]])
            }
            None => None,
        }
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        self.view.registers()
    }

    fn updates(&self, state: &Self::State, class: usize, outcome: usize) -> Vec<(Symbol, Term)> {
        let Some(state) = state else { return Vec::new() };
        if self.view.step(state, class).is_none() {
            return Vec::new();
        }
        self.view.updates(state, class, outcome)
    }
}
