//! One method, from a situation at its entry to its exits: a worklist over places, each with the situations that reach
//! it.
//!
//! Situations are kept apart as long as there are few at a place; then they are blurred, so that the search ends.
//! Exceptions lead to the handlers that may take them.

use std::collections::VecDeque;
use std::rc::Rc;

use etiquette_java::code::{Register, Statement, Test};
use etiquette_java::hierarchy::Answer;
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Origin};
use crate::body::Body;
use crate::calls::CallSite;
use crate::decide::{decide, refined, test_registers};
use crate::state::{Facts, Known, Path, Phase, Situation};
use crate::unfollowed::{Callee, UnknownCall};

/// More situations than this at one place are blurred.
const MAX_SITUATIONS: usize = 48;
/// The same, once much was looked at.
const MAX_LATE_SITUATIONS: usize = 4;
/// With more than this, what registers of the object are is forgotten: loops would count through all of it.
const MAX_COUNTED_SITUATIONS: usize = 24;

/// How a method is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExitKind {
    /// With a result.
    Returned(Known),
    /// With an exception.
    Threw(Thrown),
}

/// An exception.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thrown {
    /// Of exactly this class.
    Exactly(String),
    /// Of any class; whether it can be one that callers must be told of.
    Anything,
}

/// A situation in which a method is left.
#[derive(Clone, Debug)]
pub struct Exit {
    /// How.
    pub kind: ExitKind,
    /// What is known then; registers count no more.
    pub facts: Facts,
    /// The object's calls since the entry.
    pub path: Path,
    /// Whether branches were taken that nothing decides.
    pub branched: bool,
}

/// One method being looked at.
pub struct Frame<'f, 'a> {
    pub(crate) analysis: &'f mut Analysis<'a>,
    pub(crate) body: Rc<Body>,
    pub(crate) origin: Option<Origin>,
    pub(crate) depth: usize,
    seen: FxHashMap<u32, Vec<Facts>>,
    waiting: VecDeque<(u32, Situation)>,
    exits: Vec<Exit>,
    steps_before: usize,
}

impl<'f, 'a> Frame<'f, 'a> {
    /// A method whose objects from an origin are followed; without one, the object is there already.
    pub fn new(analysis: &'f mut Analysis<'a>, body: Rc<Body>, origin: Option<Origin>, depth: usize) -> Self {
        let (seen, waiting, exits) = (FxHashMap::default(), VecDeque::new(), Vec::new());
        Frame { analysis, body, origin, depth, seen, waiting, exits, steps_before: 0 }
    }

    /// Looks at everything that can happen, and says how it ends.
    pub fn run(mut self, entry: Situation) -> Vec<Exit> {
        self.steps_before = entry.path.steps().len();
        if let Some(first) = self.body.entry() {
            self.arrive(first, entry);
        }
        while let Some((offset, situation)) = self.waiting.pop_front() {
            self.analysis.count_statement();
            let body = Rc::clone(&self.body);
            match body.code.statements.get(&offset) {
                Some(statement) => self.step(offset, statement, situation),
                None => self.go_on(offset, situation),
            }
        }
        self.exits
    }

    /// Brings a situation to a place, unless it was there before.
    pub(crate) fn arrive(&mut self, offset: u32, mut situation: Situation) {
        for (register, known) in situation.facts.registers.iter_mut().enumerate() {
            if !self.body.is_live(offset, register) {
                *known = Known::UNKNOWN;
            }
        }
        situation.forget_unused();
        let seen = self.seen.entry(offset).or_default();
        if seen.len() >= MAX_COUNTED_SITUATIONS {
            situation.forget_count();
        }
        if seen.len() >= MAX_COUNTED_SITUATIONS && self.analysis.protocol.is_finite() {
            situation.forget_counters(self.body.counters());
        }
        if seen.len() >= if self.analysis.is_late() { MAX_LATE_SITUATIONS } else { MAX_SITUATIONS } {
            situation.blur(!self.analysis.protocol.roles().is_empty());
        }
        if !seen.contains(&situation.facts) {
            seen.push(situation.facts.clone());
            self.waiting.push_back((offset, situation));
        }
    }

    /// To the next statement.
    pub(crate) fn go_on(&mut self, offset: u32, situation: Situation) {
        if let Some(next) = self.body.code.next.get(&offset).copied() {
            self.arrive(next, situation);
        }
    }

    pub(crate) fn is_origin(&self, offset: u32, situation: &Situation) -> bool {
        self.origin == Some(Origin::At(offset)) && situation.facts.phase == Phase::Before
    }

    fn step(&mut self, offset: u32, statement: &Statement, situation: Situation) {
        match statement {
            Statement::Nop => self.go_on(offset, situation),
            Statement::Assign(to, value) => self.assign(offset, *to, value, situation),
            Statement::Rearrange(copies) => self.rearrange(offset, copies, situation),
            Statement::PutField(_, _, value)
            | Statement::PutStatic(_, value)
            | Statement::ArrayStore(_, _, _, value) => self.store(offset, *value, situation),
            Statement::Invoke { kind, member, arguments, result } => {
                self.invoke(&CallSite { offset, kind: *kind, member, arguments, result: *result }, situation);
            }
            Statement::InvokeDynamic { site, arguments, result } => {
                let (result, descriptor, callee) = (*result, &site.descriptor, Callee::Maker);
                let call = UnknownCall { offset, arguments, result, descriptor, callee, through: None, returns: true };
                self.unknown_call(&call, situation);
            }
            Statement::CheckCast(register, class) => self.cast(offset, *register, class, situation),
            Statement::Monitor(_) => self.monitor(offset, situation),
            Statement::Goto(target) => self.arrive(*target, situation),
            Statement::If(test, target) => self.branch(offset, *test, *target, situation),
            Statement::Switch(register, cases, default) => self.switch(offset, *register, cases, *default, situation),
            Statement::Return(value) => self.leave(value.map(|(_, register)| register), situation),
            Statement::Throw(register) => self.throw_value(offset, *register, situation),
        }
    }

    /// A value that is put where others may find it.
    fn store(&mut self, offset: u32, value: Register, mut situation: Situation) {
        self.may_throw(offset, &situation, None);
        situation.facts.escaped = situation.facts.escaped.or(value_of(&situation, value).0.parts());
        situation.facts.answers.clear();
        self.go_on(offset, situation);
    }

    fn monitor(&mut self, offset: u32, situation: Situation) {
        self.may_throw(offset, &situation, None);
        self.go_on(offset, situation);
    }

    fn leave(&mut self, value: Option<Register>, situation: Situation) {
        let known = value.map_or(Known::UNKNOWN, |register| value_of(&situation, register).0);
        // Places mean nothing outside of the method.
        let known = if matches!(known, Known::Said(..)) { Known::UNKNOWN } else { known };
        self.exit(ExitKind::Returned(known), situation);
    }

    fn throw_value(&mut self, offset: u32, register: Register, situation: Situation) {
        let thrown = match value_of(&situation, register).0 {
            Known::New(class, _) => Thrown::Exactly(class.to_string()),
            _ => Thrown::Anything,
        };
        self.throw(offset, situation, &thrown, None);
    }

    fn exit(&mut self, kind: ExitKind, situation: Situation) {
        let mut facts = situation.facts;
        facts.registers.clear();
        facts.bounds.clear();
        facts.answers.clear();
        let known = self.exits.iter().any(|exit| exit.kind == kind && exit.facts == facts);
        if !known {
            let steps = situation.path.steps().into_iter().skip(self.steps_before);
            let path = steps.fold(Path::default(), |path, step| path.with_each(step));
            self.exits.push(Exit { kind, facts, path, branched: !situation.branches.is_empty() });
        }
    }

    fn branch(&mut self, offset: u32, test: Test, target: u32, situation: Situation) {
        match decide(test, &situation) {
            Some(true) => self.arrive(target, situation),
            Some(false) => self.go_on(offset, situation),
            None => {
                let depends = test_registers(test).iter().fold(0, |all, from| all | value_of(&situation, *from).1);
                let mut undecided = situation;
                undecided.choose(offset, if depends == 0 { 1 << 63 } else { depends });
                let told = |holds: bool| self.compared(test, holds, undecided.clone());
                let (taken, not_taken) = (told(true), told(false));
                taken.into_iter().for_each(|situation| self.arrive(target, refined(situation, test, true)));
                not_taken.into_iter().for_each(|situation| self.go_on(offset, refined(situation, test, false)));
            }
        }
    }

    fn switch(&mut self, offset: u32, register: Register, cases: &[(i32, u32)], default: u32, situation: Situation) {
        let register = usize::from(register.0);
        if let Known::Number(number) = situation.get(register) {
            let case = cases.iter().find(|(key, _)| i64::from(*key) == number);
            return self.arrive(case.map_or(default, |(_, target)| *target), situation);
        }
        let mut undecided = situation;
        undecided.choose(offset, undecided.depends.get(register).copied().unwrap_or(1 << 63));
        for (key, target) in cases {
            let mut taken = undecided.clone();
            taken.refine(register, Known::Number(i64::from(*key)));
            self.arrive(*target, taken);
        }
        self.arrive(default, undecided);
    }

    /// An exception that a statement may raise, but need not. `calls`: whether a handler's class fits what a call
    /// declares.
    pub(crate) fn may_throw(&mut self, offset: u32, situation: &Situation, calls: Option<&dyn Fn(&str) -> bool>) {
        let mut thrown = situation.clone();
        thrown.facts.path_in_doubt = true;
        self.throw(offset, thrown, &Thrown::Anything, Some(calls.unwrap_or(&|_| false)));
    }

    /// Brings an exception to the handlers that may take it, and out of the method if none must. `checked` says whether
    /// an exception of a class that callers must be told of is possible.
    pub(crate) fn throw(
        &mut self,
        offset: u32,
        situation: Situation,
        thrown: &Thrown,
        checked: Option<&dyn Fn(&str) -> bool>,
    ) {
        let body = Rc::clone(&self.body);
        let covering = body.code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
        for handler in covering {
            match self.takes(handler.catch.as_deref(), thrown, checked) {
                Takes::None => {}
                Takes::Some => self.catch(handler.target, situation.clone(), thrown, true),
                Takes::All => return self.catch(handler.target, situation, thrown, false),
            }
        }
        self.exit(ExitKind::Threw(thrown.clone()), situation);
    }

    fn catch(&mut self, target: u32, mut situation: Situation, thrown: &Thrown, in_doubt: bool) {
        situation.facts.path_in_doubt |= in_doubt;
        let known = match thrown {
            Thrown::Exactly(class) => Known::New(class.as_str().into(), None),
            Thrown::Anything => Known::Some { related: false, name: None },
        };
        situation.set(usize::from(self.body.code.caught.0), known, 1 << 62);
        self.arrive(target, situation);
    }

    /// Whether a handler of a class, or of all, takes an exception.
    fn takes(&self, handler: Option<&str>, thrown: &Thrown, checked: Option<&dyn Fn(&str) -> bool>) -> Takes {
        match (handler, thrown) {
            (None, _) => Takes::All,
            (Some(class), Thrown::Exactly(exact)) => self.takes_class(class, exact),
            (Some("java/lang/Throwable"), Thrown::Anything) => Takes::All,
            (Some(class), Thrown::Anything) => match checked {
                Some(declared) if self.is_checked(class) && !declared(class) => Takes::None,
                _ => Takes::Some,
            },
        }
    }

    /// Whether a handler takes an exception of a class. It may also be of a class below, and where classes are missing,
    /// of any.
    fn takes_class(&self, handler: &str, exact: &str) -> Takes {
        let client = self.analysis.client;
        match (client.answer(exact, handler), client.answer(handler, exact)) {
            (Answer::Yes, _) => Takes::All,
            (Answer::No, Answer::No) => Takes::None,
            _ => Takes::Some,
        }
    }

    /// Whether exceptions of a class are thrown only by calls that declare them.
    fn is_checked(&self, class: &str) -> bool {
        let unrelated = |other: &str| self.analysis.client.answer(class, other) == Answer::No;
        !matches!(class, "java/lang/Exception" | "java/lang/Throwable")
            && unrelated("java/lang/RuntimeException")
            && unrelated("java/lang/Error")
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    All,
    Some,
    None,
}

/// What a register holds, and what that depends on.
pub(crate) fn value_of(situation: &Situation, register: Register) -> (Known, u64) {
    let register = usize::from(register.0);
    (situation.get(register), situation.depends.get(register).copied().unwrap_or(0))
}

/// A bit for a source of values. Two sources with one bit only make it less sure that they are independent.
pub(crate) fn bit(source: &impl std::hash::Hash) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    source.hash(&mut hasher);
    1 << (hasher.finish() % 61)
}
