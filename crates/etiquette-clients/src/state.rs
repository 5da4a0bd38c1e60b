//! What the analysis knows at one place of a method, on one sort of path: what registers hold, and the state of the one
//! object that is followed, with those in roles beside it.
//!
//! One object is followed at a time, an arbitrary one of those that an origin gives. So what is known about it may be
//! changed in place, and loops that make many objects need no special care. Places keep several situations apart, one
//! for each sort of path.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::comparison::{Bound, Operand};
use crate::configuration::{Configuration, Said};
use crate::finding::Step;
use crate::parts::{Part, Parts};
use crate::protocol::States;
use crate::ranges::Range;

/// The bit of values that objects of the protocol gave, where the interface does not tell which they give when.
pub const SAID_BY_OBJECT: u64 = 1 << 61;

/// What is known about a register's value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Known {
    /// Anything. `related`: its type is one that objects of the protocol have. Equal `name`s are equal values.
    Any {
        /// Whether its type may hold an object of the protocol.
        related: bool,
        /// The offset that it comes from, if it is the only value from there.
        name: Option<u32>,
    },
    /// Neither null nor zero, otherwise anything.
    Some {
        /// Whether its type may hold an object of the protocol.
        related: bool,
        /// The offset that it comes from, if it is the only value from there.
        name: Option<u32>,
    },
    /// A number; booleans are 0 and 1.
    Number(i64),
    /// What an observer of the followed object said at this place, a number.
    Said(Rc<str>, u32),
    /// A number that was returned with one of these outcomes, by position.
    Told(Rc<[String]>, usize),
    /// A number in a box.
    Boxed(i64),
    /// The null reference.
    Null,
    /// A constant of an enum.
    Constant(Rc<str>),
    /// A new object of exactly this class, which is not the one that is followed, and where it was made, as with `Any`.
    New(Rc<str>, Option<u32>),
    /// The object that is followed.
    Followed,
    /// Perhaps the object that is followed.
    Perhaps,
    /// The object in a role beside it.
    InRole(usize),
    /// Another object of the same kind, beside the same one that is followed.
    Another(usize),
    /// Perhaps the object in a role, or another one.
    PerhapsInRole(usize),
    /// Something through which the object that is followed can be used: a stream or a view of a list.
    View,
}

impl Known {
    /// A value about which nothing is known.
    pub const UNKNOWN: Known = Known::Any { related: false, name: None };

    /// Where it comes from, if it is the only value from there.
    pub fn name(&self) -> Option<u32> {
        match self {
            Known::Any { name, .. } | Known::Some { name, .. } | Known::New(_, name) => *name,
            _ => None,
        }
    }

    /// It is not the only value from where it comes from.
    fn forget_name(&mut self) {
        if let Known::Any { name, .. } | Known::Some { name, .. } | Known::New(_, name) = self {
            *name = None;
        }
    }

    /// The part that it certainly plays.
    pub fn part(&self) -> Option<Part> {
        match self {
            Known::Followed => Some(Part::Main),
            Known::InRole(role) => Some(Part::Role(*role)),
            Known::Another(role) => Some(Part::Another(*role)),
            _ => None,
        }
    }

    /// The parts that who has it can use.
    pub fn parts(&self) -> Parts {
        match self {
            Known::Perhaps | Known::View => Parts::MAIN,
            Known::PerhapsInRole(role) => [Part::Role(*role), Part::Another(*role)].into_iter().collect(),
            known => known.part().into_iter().collect(),
        }
    }

    /// Whether it is, or may be, an object that is followed, or leads to one.
    pub fn may_be_followed(&self) -> bool {
        !self.parts().is_empty()
    }
}

/// The object that is followed.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// It is not there yet.
    Before,
    /// It is in one of these states.
    In(States),
}

/// What tells situations apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facts {
    /// The object.
    pub phase: Phase,
    /// What registers hold.
    pub registers: Vec<Known>,
    /// What is known of values, by the places that they come from.
    pub bounds: Vec<(u32, Bound)>,
    /// What objects said that were asked, by the places that they come from, and the method.
    pub answers: BTreeMap<(u32, Rc<str>), bool>,
    /// The roles beside the object that are filled.
    pub filled: Parts,
    /// Whether an object in a role has to do with another one of the main one's class.
    pub met_another: bool,
    /// The objects that others have a reference to.
    pub escaped: Parts,
    /// Whether it is not certain that the object is one that the protocol is about.
    pub object_in_doubt: bool,
    /// Whether it is not certain that this path can be taken.
    pub path_in_doubt: bool,
}

/// A situation: facts, and how they came about.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What tells situations apart.
    pub facts: Facts,
    /// The object's calls up to here.
    pub path: Path,
    /// What each register's value depends on, a bit for each source.
    pub depends: Vec<u64>,
    /// The undecided branches that were taken: where, and what they depend on.
    pub branches: Rc<Vec<(u32, u64)>>,
}

impl Situation {
    /// At the entry of a method with so many registers.
    pub fn entry(registers: usize) -> Situation {
        Situation {
            facts: Facts {
                phase: Phase::Before,
                registers: vec![Known::UNKNOWN; registers],
                bounds: Vec::new(),
                answers: BTreeMap::new(),
                filled: Parts::NONE,
                met_another: false,
                escaped: Parts::NONE,
                object_in_doubt: false,
                path_in_doubt: false,
            },
            path: Path::default(),
            depends: vec![0; registers],
            branches: Rc::default(),
        }
    }

    /// Takes over what is known elsewhere, but for the registers and what is known of their values.
    pub fn learn(&mut self, facts: &Facts) {
        let (registers, bounds) = (std::mem::take(&mut self.facts.registers), std::mem::take(&mut self.facts.bounds));
        self.facts = Facts { registers, bounds, answers: BTreeMap::new(), ..facts.clone() };
        if let Phase::In(states) = &mut self.facts.phase {
            *states = std::mem::take(states).into_iter().map(Configuration::elsewhere).collect();
        }
    }

    /// Notes what is known of a value.
    pub fn bound(&mut self, name: u32, bound: Bound) {
        self.facts.bounds.push((name, bound));
        self.facts.bounds.sort_unstable();
        self.facts.bounds.dedup();
    }

    /// Whether something is known of a value.
    pub fn is_bound(&self, name: u32, bound: Bound) -> bool {
        self.facts.bounds.contains(&(name, bound))
    }

    /// Whether a value was asked what it is like, and nothing happened since.
    pub fn has_answered(&self, value: &Known) -> bool {
        value.name().is_some_and(|name| self.facts.answers.keys().any(|(of, _)| *of == name))
    }

    /// What a value said, by the methods that were called.
    pub fn answers_of(&self, value: &Known) -> Rc<[(Rc<str>, bool)]> {
        let own = self.facts.answers.iter().filter(|((of, _), _)| Some(*of) == value.name());
        own.map(|((_, method), answer)| (Rc::clone(method), *answer)).collect()
    }

    /// Forgets what is known of values that no register holds any more.
    pub fn forget_unused(&mut self) {
        let Facts { phase, registers, bounds, answers, .. } = &mut self.facts;
        let is_held = |name: u32| registers.iter().any(|known| known.name() == Some(name));
        bounds.retain(|(name, _)| is_held(*name));
        answers.retain(|(name, _), _| is_held(*name));
        let Phase::In(states) = phase else { return };
        for at in states {
            at.said.retain(|said| match said {
                Said::Answer(..) | Said::Compared(_, _, Operand::Number(_)) => true,
                Said::Compared(_, _, Operand::Value(name)) => is_held(*name),
                Said::Number(_, place) => {
                    registers.iter().any(|known| matches!(known, Known::Said(_, at) if at == place))
                }
            });
        }
    }

    /// The states of the object; `None` where it is not there yet.
    pub fn states(&self) -> Option<&States> {
        match &self.facts.phase {
            Phase::Before => None,
            Phase::In(states) => Some(states),
        }
    }

    /// What a value may be whose type is one of these roles', where others have the object in one of them.
    pub fn perhaps_in_role(&self, roles: &[usize]) -> Option<Known> {
        let mut escaped = roles.iter().filter(|role| self.facts.escaped.has(Part::Role(**role)));
        escaped.next().map(|role| Known::PerhapsInRole(*role))
    }

    /// Makes a new object, wherever it is held, one that is followed.
    pub fn follow_new(&mut self, class: &Rc<str>, made_at: u32, known: &Known) {
        let new = Known::New(Rc::clone(class), Some(made_at));
        for register in self.facts.registers.iter_mut().filter(|held| **held == new) {
            *register = known.clone();
        }
    }

    /// Notes that a role is filled, where that is what was made.
    pub fn fill(&mut self, known: &Known, made: Option<&Known>) {
        if let Some(part @ Part::Role(_)) = known.part().filter(|_| made == Some(known)) {
            self.facts.filled = self.facts.filled.or(part.into());
        }
    }

    /// Sets a register.
    pub fn set(&mut self, register: usize, known: Known, depends: u64) {
        if let Some(name) = known.name() {
            self.forget_name(name);
        }
        if let Some(entry) = self.facts.registers.get_mut(register) {
            *entry = known;
            self.depends[register] = depends;
        }
    }

    /// Sets a register to a value that another has already.
    pub fn set_copy(&mut self, register: usize, known: Known, depends: u64) {
        if let Some(entry) = self.facts.registers.get_mut(register) {
            *entry = known;
            self.depends[register] = depends;
        }
    }

    /// Values that were made at a place before are no longer the one that is made there.
    fn forget_name(&mut self, made_at: u32) {
        let made_there = self.facts.registers.iter_mut().filter(|known| known.name() == Some(made_at));
        made_there.for_each(Known::forget_name);
        self.forget_unused();
    }

    /// What a register holds.
    pub fn get(&self, register: usize) -> Known {
        self.facts.registers.get(register).cloned().unwrap_or(Known::UNKNOWN)
    }

    /// Learns more about a register, and about all that hold the same value.
    pub fn refine(&mut self, register: usize, better: Known) {
        let before = self.get(register);
        let same = |known: &Known| *known == before && known.name().is_some();
        for known in self.facts.registers.iter_mut().filter(|known| same(known)) {
            *known = better.clone();
        }
        if let Some(known) = self.facts.registers.get_mut(register) {
            *known = better;
        }
    }

    /// Takes a branch that nothing decides. If an earlier branch elsewhere depends on the same, the two may exclude
    /// each other. What the object itself said may be decided by its state, in a way that the interface does not tell.
    pub fn choose(&mut self, offset: u32, depends: u64) {
        self.facts.path_in_doubt |= depends & SAID_BY_OBJECT != 0;
        if self.branches.iter().any(|(at, mask)| *at != offset && mask & depends != 0) {
            self.facts.path_in_doubt = true;
        }
        // How often a loop is run matters to registers, and nobody knows it.
        let counts = self.states().is_some_and(|states| states.iter().any(|at| !at.registers.is_empty()));
        self.facts.path_in_doubt |= counts && self.branches.iter().any(|(at, _)| *at == offset);
        if !self.branches.contains(&(offset, depends)) {
            Rc::make_mut(&mut self.branches).push((offset, depends));
        }
    }

    /// Forgets all that only tells situations apart: for places where too many meet. Classes of new objects are kept
    /// where they matter.
    pub fn blur(&mut self, keeps_new: bool) {
        for known in &mut self.facts.registers {
            *known = match known {
                Known::Any { related, .. } | Known::Some { related, .. } => {
                    Known::Any { related: *related, name: None }
                }
                known if known.may_be_followed() => continue,
                Known::New(class, _) if keeps_new => Known::New(Rc::clone(class), None),
                _ => Known::UNKNOWN,
            };
        }
        self.facts.path_in_doubt = true;
        self.facts.bounds.clear();
        self.facts.answers.clear();
        if let Phase::In(states) = &mut self.facts.phase {
            states.iter_mut().for_each(|at| at.said.clear());
        }
    }

    /// Forgets how often loops were run, so that nothing else must be forgotten for it.
    pub fn forget_counters(&mut self, counters: impl Iterator<Item = usize>) {
        for counter in counters {
            if let Some(known @ Known::Number(_)) = self.facts.registers.get_mut(counter) {
                *known = Known::UNKNOWN;
                self.facts.path_in_doubt = true;
            }
        }
    }

    /// Forgets what registers of the object are.
    pub fn forget_count(&mut self) {
        if let Phase::In(states) = &mut self.facts.phase {
            let counted = |at: &&mut Configuration| !at.registers.is_empty();
            for at in states.iter_mut().filter(counted) {
                at.registers.fill(Range::ANY);
                self.facts.path_in_doubt = true;
            }
        }
    }
}

/// A sequence of calls, shared with the sequences that begin alike.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    step: Step,
    before: Path,
    length: usize,
}

/// Longer sequences keep only their last steps.
const MAX_STEPS: usize = 200;

impl Path {
    /// With one more step. A step that just repeats the last is left out: that is what loops do.
    #[must_use]
    pub fn with(&self, step: Step) -> Path {
        match &self.0 {
            Some(link) if link.step == step => self.clone(),
            _ => self.with_each(step),
        }
    }

    /// With one more step, even if it repeats the last: where it matters how often that is done.
    #[must_use]
    pub fn with_each(&self, step: Step) -> Path {
        match &self.0 {
            Some(link) if link.length >= MAX_STEPS => self.clone(),
            link => {
                let length = link.as_ref().map_or(0, |link| link.length) + 1;
                Path(Some(Rc::new(Link { step, before: self.clone(), length })))
            }
        }
    }

    /// With another sequence behind it.
    #[must_use]
    pub fn followed_by(&self, other: &Path) -> Path {
        other.steps().into_iter().fold(self.clone(), |path, step| path.with_each(step))
    }

    /// The steps in order.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut next = &self.0;
        while let Some(link) = next {
            steps.push(link.step.clone());
            next = &link.before.0;
        }
        steps.reverse();
        steps
    }
}

impl Drop for Link {
    /// Without recursion, since sequences can be long.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(|link| Rc::try_unwrap(link).ok()) {
            next = link.before.0.take();
        }
    }
}
