//! One method, from a situation at its entry to its exits: a worklist over places, each with the situations that reach it.
//!
//! Situations are kept apart as long as there are few at a place; then they are blurred, so that the search ends. Exceptions lead to the handlers
//! that may take them.

use std::collections::VecDeque;
use std::rc::Rc;

use etiquette_java::class::{Condition, Kind, Operation};
use etiquette_java::code::{Register, Statement, Test, Value};
use etiquette_java::hierarchy::Answer;
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Origin, constant};
use crate::body::{Body, value_reads};
use crate::state::{Facts, Known, Path, Phase, Situation};

/// More situations than this at one place are blurred.
const MAX_SITUATIONS: usize = 48;

/// Numbers beyond this are not counted through: loops would never end.
const MAX_COUNTED: i64 = 16;

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
        let seen = self.seen.entry(offset).or_default();
        if seen.len() >= MAX_SITUATIONS {
            situation.blur();
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

    fn step(&mut self, offset: u32, statement: &Statement, mut situation: Situation) {
        match statement {
            Statement::Nop => self.go_on(offset, situation),
            Statement::Assign(to, value) => self.assign(offset, *to, value, situation),
            Statement::Rearrange(copies) => {
                let values: Vec<(Known, u64)> = copies.iter().map(|(_, from)| value_of(&situation, *from)).collect();
                for ((to, _), (known, depends)) in copies.iter().zip(values) {
                    situation.set_copy(usize::from(to.0), known, depends);
                }
                self.go_on(offset, situation);
            }
            Statement::PutField(_, _, value)
            | Statement::PutStatic(_, value)
            | Statement::ArrayStore(_, _, _, value) => {
                self.may_throw(offset, &situation, None);
                situation.facts.escaped |= situation.get(usize::from(value.0)).may_be_followed();
                self.go_on(offset, situation);
            }
            Statement::Invoke { kind, member, arguments, result } => {
                let call = crate::calls::CallSite { offset, kind: *kind, member, arguments, result: *result };
                self.invoke(&call, situation);
            }
            Statement::InvokeDynamic { site, arguments, result } => {
                let result_type = site.descriptor.rsplit_once(')').map_or("V", |(_, result)| result).to_owned();
                self.unknown_call(offset, arguments, *result, &result_type, situation, None);
            }
            Statement::CheckCast(register, class) => self.cast(offset, *register, class, situation),
            Statement::Monitor(_) => {
                self.may_throw(offset, &situation, None);
                self.go_on(offset, situation);
            }
            Statement::Goto(target) => self.arrive(*target, situation),
            Statement::If(test, target) => self.branch(offset, *test, *target, situation),
            Statement::Switch(register, cases, default) => self.switch(offset, *register, cases, *default, situation),
            Statement::Return(value) => {
                let known = value.map_or(Known::UNKNOWN, |(_, register)| situation.get(usize::from(register.0)));
                self.exit(ExitKind::Returned(known), situation);
            }
            Statement::Throw(register) => match situation.get(usize::from(register.0)) {
                Known::New(class) => self.throw(offset, situation, &Thrown::Exactly(class.to_string()), None),
                _ => self.throw(offset, situation, &Thrown::Anything, None),
            },
        }
    }

    fn exit(&mut self, kind: ExitKind, situation: Situation) {
        let mut facts = situation.facts;
        facts.registers.clear();
        let known = self.exits.iter().any(|exit| exit.kind == kind && exit.facts == facts);
        if !known {
            let steps = situation.path.steps().into_iter().skip(self.steps_before);
            let path = steps.fold(Path::default(), |path, step| path.with(step));
            self.exits.push(Exit { kind, facts, path, branched: !situation.branches.is_empty() });
        }
    }

    fn assign(&mut self, offset: u32, to: Register, value: &Value, mut situation: Situation) {
        let to = usize::from(to.0);
        let mut depends = value_reads(value).iter().fold(0, |all, from| all | value_of(&situation, *from).1);
        let any = |related| Known::Any { related, name: Some(offset) };
        let known = match value {
            Value::Constant(value) => constant(value),
            Value::Copy(from) => {
                let (known, depends) = value_of(&situation, *from);
                situation.set_copy(to, known, depends);
                return self.go_on(offset, situation);
            }
            Value::Increment(from, by) => match situation.get(usize::from(from.0)) {
                Known::Number(number) if (number + i64::from(*by)).abs() <= MAX_COUNTED => {
                    Known::Number(number + i64::from(*by))
                }
                _ => any(false),
            },
            Value::New(class) => return self.make(offset, to, class, situation),
            Value::GetField(_, member) | Value::GetStatic(member) => {
                if matches!(value, Value::GetField(..)) {
                    self.may_throw(offset, &situation, None);
                }
                depends |= bit(&(&member.class, &member.name));
                let constant = self.analysis.enum_constant(&member.class, &member.name, &member.descriptor);
                let related = self.analysis.is_related(&member.descriptor);
                return self.load(offset, to, constant.unwrap_or(any(related)), related, depends, situation);
            }
            Value::ArrayLoad(element, ..) => {
                self.may_throw(offset, &situation, None);
                depends |= bit(&offset);
                let related = *element == etiquette_java::class::Element::Reference;
                return self.load(offset, to, any(false), related, depends, situation);
            }
            Value::Convert(Kind::Int, _, from) | Value::Convert(Kind::Long, _, from) => {
                match situation.get(usize::from(from.0)) {
                    Known::Number(number) if (0..=MAX_COUNTED).contains(&number) => Known::Number(number),
                    _ => any(false),
                }
            }
            Value::Arithmetic(operation, kind, ..) => {
                if matches!(operation, Operation::Div | Operation::Rem) && matches!(kind, Kind::Int | Kind::Long) {
                    self.may_throw(offset, &situation, None);
                }
                any(false)
            }
            Value::ArrayLength(_) => {
                self.may_throw(offset, &situation, None);
                any(false)
            }
            Value::NewArray(..) => {
                self.may_throw(offset, &situation, None);
                Known::Some { related: false }
            }
            Value::Negate(..) | Value::Convert(..) | Value::Compare { .. } | Value::InstanceOf(..) => any(false),
        };
        situation.set(to, known, depends);
        self.go_on(offset, situation);
    }

    /// A new object: the one that is followed, or another.
    fn make(&mut self, offset: u32, to: usize, class: &str, situation: Situation) {
        if self.is_origin(offset, &situation) {
            let mut born = situation.clone();
            born.facts.phase = Phase::In(self.analysis.protocol.unmade());
            born.set(to, Known::Followed, 0);
            self.go_on(offset, born);
        }
        let mut other = situation;
        other.set(to, Known::New(class.into()), 0);
        self.go_on(offset, other);
    }

    /// A value from a field or an array.
    fn load(&mut self, offset: u32, to: usize, known: Known, related: bool, depends: u64, mut situation: Situation) {
        if self.is_origin(offset, &situation) {
            let relation = self.analysis.relation_at(&self.body, offset);
            self.bear_unknown(offset, Some(to), relation, &situation);
        }
        let known = if related && situation.facts.escaped { Known::Perhaps } else { known };
        situation.set(to, known, depends);
        self.go_on(offset, situation);
    }

    /// An object from elsewhere, to which others have references.
    fn bear_unknown(
        &mut self,
        offset: u32,
        to: Option<usize>,
        relation: crate::analysis::Relation,
        before: &Situation,
    ) {
        for birth in self.analysis.unknown_birth(relation) {
            let mut born = before.clone();
            born.facts.phase = birth.facts.phase;
            born.facts.object_in_doubt = birth.facts.object_in_doubt;
            born.facts.escaped = true;
            if let Some(to) = to {
                born.set(to, Known::Followed, 0);
            }
            self.go_on(offset, born);
        }
    }

    fn cast(&mut self, offset: u32, register: Register, class: &str, mut situation: Situation) {
        self.may_throw(offset, &situation, None);
        let relation = self.analysis.class_relation(class);
        let register = usize::from(register.0);
        let known = situation.get(register);
        let is_new = matches!(known, Known::Any { related: false, .. } | Known::Some { related: false });
        if is_new && relation != crate::analysis::Relation::None {
            if self.is_origin(offset, &situation) {
                self.bear_unknown(offset, Some(register), relation, &situation);
            }
            let better = match situation.facts.escaped {
                true => Known::Perhaps,
                false => Known::Any { related: true, name: None },
            };
            situation.refine(register, better);
        }
        self.go_on(offset, situation);
    }

    fn branch(&mut self, offset: u32, test: Test, target: u32, situation: Situation) {
        match decide(test, &situation) {
            Some(true) => self.arrive(target, situation),
            Some(false) => self.go_on(offset, situation),
            None => {
                let depends = test_registers(test).iter().fold(0, |all, from| all | value_of(&situation, *from).1);
                let mut undecided = situation;
                undecided.choose(offset, if depends == 0 { 1 << 63 } else { depends });
                self.arrive(target, refined(undecided.clone(), test, true));
                self.go_on(offset, refined(undecided, test, false));
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

    /// An exception that a statement may raise, but need not. `calls`: whether a handler's class fits what a call declares.
    pub(crate) fn may_throw(&mut self, offset: u32, situation: &Situation, calls: Option<&dyn Fn(&str) -> bool>) {
        let mut thrown = situation.clone();
        thrown.facts.path_in_doubt = true;
        self.throw(offset, thrown, &Thrown::Anything, Some(calls.unwrap_or(&|_| false)));
    }

    /// Brings an exception to the handlers that may take it, and out of the method if none must. `checked` says whether an exception of a
    /// class that callers must be told of is possible.
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
            let takes = match (&handler.catch, thrown) {
                (None, _) => Takes::All,
                (Some(class), Thrown::Exactly(exact)) => self.takes(class, exact),
                (Some(class), Thrown::Anything) if class == "java/lang/Throwable" => Takes::All,
                (Some(class), Thrown::Anything) => match checked {
                    Some(declared) if self.is_checked(class) && !declared(class) => Takes::None,
                    _ => Takes::Some,
                },
            };
            if takes == Takes::None {
                continue;
            }
            let mut caught = situation.clone();
            caught.facts.path_in_doubt |= takes == Takes::Some;
            let known = match thrown {
                Thrown::Exactly(class) => Known::New(class.as_str().into()),
                Thrown::Anything => Known::Some { related: false },
            };
            caught.set(usize::from(self.body.code.caught.0), known, 1 << 62);
            self.arrive(handler.target, caught);
            if takes == Takes::All {
                return;
            }
        }
        self.exit(ExitKind::Threw(thrown.clone()), situation);
    }

    /// Whether a handler takes an exception of a class. It may also be of a class below, and where classes are missing, of any.
    fn takes(&self, handler: &str, exact: &str) -> Takes {
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
    1 << (hasher.finish() % 62)
}

fn test_registers(test: Test) -> Vec<Register> {
    match test {
        Test::Zero(_, register) | Test::Null(_, register) => vec![register],
        Test::Ints(_, left, right) | Test::Same(_, left, right) => vec![left, right],
    }
}

/// Whether a test holds, if that is known.
fn decide(test: Test, situation: &Situation) -> Option<bool> {
    let get = |register: Register| situation.get(usize::from(register.0));
    match test {
        Test::Zero(condition, register) => match (get(register), condition) {
            (Known::Number(number), _) => Some(compare(condition, number, 0)),
            (Known::Some { .. }, Condition::Equal) => Some(false),
            (Known::Some { .. }, Condition::NotEqual) => Some(true),
            _ => None,
        },
        Test::Ints(condition, left, right) => match (get(left), get(right)) {
            (Known::Number(left), Known::Number(right)) => Some(compare(condition, left, right)),
            _ => None,
        },
        Test::Null(wanted, register) => is_null(&get(register)).map(|null| null == wanted),
        Test::Same(wanted, left, right) => is_same(&get(left), &get(right)).map(|same| same == wanted),
    }
}

fn is_null(known: &Known) -> Option<bool> {
    match known {
        Known::Null => Some(true),
        Known::Followed | Known::New(_) | Known::Constant(_) | Known::Some { .. } => Some(false),
        _ => None,
    }
}

fn is_same(left: &Known, right: &Known) -> Option<bool> {
    match (left, right) {
        (Known::Followed, Known::Followed) | (Known::Null, Known::Null) => Some(true),
        (Known::Constant(left), Known::Constant(right)) => Some(left == right),
        (Known::Null, other) | (other, Known::Null) if is_null(other) == Some(false) => Some(false),
        (Known::Followed, Known::New(_) | Known::Constant(_))
        | (Known::New(_) | Known::Constant(_), Known::Followed) => Some(false),
        _ => None,
    }
}

fn compare(condition: Condition, left: i64, right: i64) -> bool {
    match condition {
        Condition::Equal => left == right,
        Condition::NotEqual => left != right,
        Condition::Less => left < right,
        Condition::GreaterOrEqual => left >= right,
        Condition::Greater => left > right,
        Condition::LessOrEqual => left <= right,
    }
}

/// What is known once a test was found to hold, or not.
fn refined(mut situation: Situation, test: Test, holds: bool) -> Situation {
    let related = |known: &Known| matches!(known, Known::Any { related: true, .. });
    match test {
        Test::Zero(Condition::Equal | Condition::NotEqual, register) => {
            let known = situation.get(usize::from(register.0));
            let zero = holds == matches!(test, Test::Zero(Condition::Equal, _));
            if let Known::Any { .. } = known {
                let better = if zero { Known::Number(0) } else { Known::Some { related: related(&known) } };
                situation.refine(usize::from(register.0), better);
            }
        }
        Test::Null(wanted, register) => {
            let known = situation.get(usize::from(register.0));
            if let Known::Any { .. } = known {
                let better = if holds == wanted { Known::Null } else { Known::Some { related: related(&known) } };
                situation.refine(usize::from(register.0), better);
            }
        }
        _ => {}
    }
    situation
}
