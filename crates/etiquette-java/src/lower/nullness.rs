//! What is never null, as seen from code that is not followed: results of calls, and what initialisers give static
//! fields.
//!
//! Asks backward from each `return`, along all ways that lead there, what the register holds: the receiver itself,
//! something just made, a constant, what was tested or used before, or the result of another such method. Where it does
//! not see clearly, the answer is no.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Arc;

use super::definitions::is_copy;
use super::flow::Flow;
use super::lambdas::makes_object;
use super::promises::Promises;
use super::world::World;
use crate::class::{Access, Class, Constant, Field, Invocation, Kind, Member};
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};
use crate::descriptor::MethodDescriptor;

/// How many calls deep the question is followed.
const MAX_DEPTH: usize = 6;

/// No more steps than this are looked at for one register, so that huge methods cost little.
const MAX_STEPS: usize = 2_000;

impl World<'_> {
    /// What it rests on that a call never gives back null; `None` if it may. `receiver` is the class of the object
    /// where it is exactly known.
    pub fn call_is_never_null(&self, kind: Invocation, member: &Member, receiver: Option<&str>) -> Option<Promises> {
        self.nullness.recall((Some(kind), member.clone(), receiver.map(str::to_owned)), || {
            let mut promises = Promises::new();
            self.is_never_null(kind, member, receiver, MAX_DEPTH, &mut promises).then_some(promises)
        })
    }

    /// What it rests on that a static field never holds null once its class is initialised; `None` if it may.
    pub fn is_static_never_null(&self, member: &Member) -> Option<Promises> {
        self.nullness.recall((None, member.clone(), None), || {
            let mut promises = Promises::new();
            self.static_is_never_null(member, MAX_DEPTH, &mut promises).then_some(promises)
        })
    }

    fn static_is_never_null(&self, member: &Member, depth: usize, promises: &mut Promises) -> bool {
        if depth == 0 {
            return false;
        }
        let declaring = self.declaring_class(&member.class, &member.name, &member.descriptor);
        let Some(class) = declaring.and_then(|declaring| self.class(&declaring)) else { return false };
        let Some(field) =
            class.fields.iter().find(|field| field.name == member.name && field.access.has(Access::FINAL))
        else {
            return false;
        };
        let is_string = matches!(field.constant, Some(Constant::String(_)));
        if field.access.has(Access::ENUM) || is_string || self.is_filled_in(&class, field) {
            return true;
        }
        let Some(code) = self.initialiser(&class) else { return false };
        let mut assigned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::PutStatic(assigned, value) if assigned.name == member.name => Some((*offset, *value)),
            _ => None,
        });
        let mut any = false;
        let never_null = assigned.all(|(offset, value)| {
            any = true;
            Search::new(self, &code, true, depth, promises).is_never_null(offset, value)
        });
        any && never_null
    }

    fn is_never_null(
        &self,
        kind: Invocation,
        member: &Member,
        receiver: Option<&str>,
        depth: usize,
        promises: &mut Promises,
    ) -> bool {
        let returns_reference = MethodDescriptor::from_str(&member.descriptor)
            .is_ok_and(|descriptor| descriptor.result.is_some_and(|result| result.kind() == Kind::Reference));
        if !returns_reference || depth == 0 {
            return false;
        }
        self.code_is_never_null(kind, member, receiver, depth, promises)
            || self.promised_not_null(member).map(|promise| promises.insert(promise)).is_some()
    }

    /// Whether the code that a call runs, where that is known, never gives back null.
    fn code_is_never_null(
        &self,
        kind: Invocation,
        member: &Member,
        receiver: Option<&str>,
        depth: usize,
        promises: &mut Promises,
    ) -> bool {
        let Some((class, method)) = self.called_method(kind, member, receiver) else { return false };
        let fixed = matches!(kind, Invocation::Static | Invocation::Special)
            || receiver.is_some()
            || class.access.has(Access::FINAL)
            || class.methods[method].access.has(Access::FINAL)
            || self.is_final(&member.class);
        let mut used = Promises::new();
        let never_null = fixed && self.method_is_never_null(&class, method, depth, &mut used);
        if never_null {
            promises.append(&mut used);
        }
        never_null
    }

    fn method_is_never_null(&self, class: &Arc<Class>, method: usize, depth: usize, promises: &mut Promises) -> bool {
        let Ok(code) = self.code(class, method) else { return false };
        let is_static = class.methods[method].access.has(Access::STATIC);
        let mut search = Search::new(self, &code, is_static, depth, promises);
        let mut returned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::Return(Some((_, register))) => Some((*offset, *register)),
            _ => None,
        });
        returned.all(|(offset, register)| search.is_never_null(offset, register))
    }
}

/// How control comes to an offset.
#[derive(Clone, Copy)]
enum Way {
    /// Behind a statement that went well.
    Normal(u32),
    /// By the jump of a test.
    Jump(u32),
    /// By an exception that a statement raised.
    Exception(u32),
}

/// What a step back along a way tells.
enum Step {
    NeverNull,
    MayBeNull,
    /// It depends on what this register held before the statement.
    Earlier(Register),
}

/// A backward search in the code of one method.
struct Search<'a, 'w> {
    world: &'a World<'w>,
    code: &'a ThreeAddressCode,
    is_static: bool,
    depth: usize,
    ways: BTreeMap<u32, Vec<Way>>,
    promises: &'a mut Promises,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(
        world: &'a World<'w>,
        code: &'a ThreeAddressCode,
        is_static: bool,
        depth: usize,
        promises: &'a mut Promises,
    ) -> Self {
        Search { world, code, is_static, depth, ways: ways(code), promises }
    }

    /// Whether a register holds no null before an offset, whichever way led there. A way round a loop adds nothing:
    /// every way begins somewhere.
    fn is_never_null(&mut self, offset: u32, register: Register) -> bool {
        let mut seen = BTreeSet::from([(offset, register)]);
        let mut pending = vec![(offset, register)];
        while let Some((at, register)) = pending.pop() {
            if seen.len() > MAX_STEPS || (at == 0 && !self.enters_not_null(register)) {
                return false;
            }
            for way in self.ways.get(&at).cloned().unwrap_or_default() {
                match self.back(way, register) {
                    (_, Step::NeverNull) => {}
                    (_, Step::MayBeNull) => return false,
                    (before, Step::Earlier(register)) => {
                        if seen.insert((before, register)) {
                            pending.push((before, register));
                        }
                    }
                }
            }
        }
        true
    }

    /// The receiver is not null when the method is entered; arguments may be.
    fn enters_not_null(&self, register: Register) -> bool {
        !self.is_static && register == Register(0)
    }

    fn back(&mut self, way: Way, register: Register) -> (u32, Step) {
        match way {
            Way::Exception(before) if register == self.code.caught => (before, Step::NeverNull),
            Way::Exception(before) => (before, Step::Earlier(register)),
            Way::Jump(before) => (before, self.behind_test(before, register, true)),
            Way::Normal(before) => (before, self.behind(before, register)),
        }
    }

    fn behind_test(&self, offset: u32, register: Register, jumped: bool) -> Step {
        match self.code.statements.get(&offset) {
            Some(Statement::If(Test::Null(wanted, tested), _))
                if *wanted != jumped && (*tested == register || self.is_copied(offset, *tested, register)) =>
            {
                Step::NeverNull
            }
            _ => Step::Earlier(register),
        }
    }

    /// Whether code just before an offset copied the register, and nothing jumps in between.
    fn is_copied(&self, offset: u32, copy: Register, original: Register) -> bool {
        !self.code.jump_targets.contains(&offset) && is_copy_of(self.code, offset, copy, original)
    }

    fn behind(&mut self, offset: u32, register: Register) -> Step {
        match self.code.statements.get(&offset) {
            Some(Statement::Assign(target, value)) if *target == register => self.assigned(value),
            Some(Statement::Rearrange(copies)) => {
                let copied = copies.iter().find(|(to, _)| *to == register);
                Step::Earlier(copied.map_or(register, |(_, from)| *from))
            }
            Some(Statement::Invoke { kind, member, result, .. }) if *result == Some(register) => {
                Step::from(self.world.is_never_null(*kind, member, None, self.depth - 1, self.promises))
            }
            Some(Statement::InvokeDynamic { site, result, .. }) if *result == Some(register) => {
                Step::from(makes_object(site))
            }
            Some(Statement::If(..)) => self.behind_test(offset, register, false),
            Some(statement) if self.uses(offset, statement, register) => Step::NeverNull,
            _ => Step::Earlier(register),
        }
    }

    /// Whether a statement goes well only if the register holds an object. Compilers use a copy of a local variable, on
    /// the stack.
    fn uses(&self, offset: u32, statement: &Statement, register: Register) -> bool {
        let is_used = |used: Register| used == register || is_copy(self.code, offset, used, register);
        dereferenced(statement).is_some_and(is_used)
    }

    fn assigned(&mut self, value: &Value) -> Step {
        match value {
            Value::New(_) | Value::NewArray(..) => Step::NeverNull,
            Value::Constant(constant) => Step::from(*constant != Constant::Null),
            Value::Copy(from) => Step::Earlier(*from),
            Value::GetStatic(member) => {
                Step::from(self.world.static_is_never_null(member, self.depth - 1, self.promises))
            }
            _ => Step::MayBeNull,
        }
    }
}

impl From<bool> for Step {
    fn from(never_null: bool) -> Step {
        if never_null { Step::NeverNull } else { Step::MayBeNull }
    }
}

/// The register that must hold an object for a statement to go well.
fn dereferenced(statement: &Statement) -> Option<Register> {
    match statement {
        Statement::Invoke { kind, arguments, .. } if *kind != Invocation::Static => arguments.first().copied(),
        Statement::PutField(object, ..) | Statement::Monitor(object) | Statement::ArrayStore(_, object, ..) => {
            Some(*object)
        }
        Statement::Assign(
            _,
            Value::GetField(object, _) | Value::ArrayLength(object) | Value::ArrayLoad(_, object, _),
        ) => Some(*object),
        _ => None,
    }
}

/// For each offset how control comes there.
fn ways(code: &ThreeAddressCode) -> BTreeMap<u32, Vec<Way>> {
    let mut ways: BTreeMap<u32, Vec<Way>> = BTreeMap::new();
    let mut add = |to: u32, way: Way| ways.entry(to).or_default().push(way);
    for (&offset, statement) in &code.statements {
        let is_test = matches!(statement, Statement::If(..));
        let way = if is_test { Way::Jump(offset) } else { Way::Normal(offset) };
        statement.jump_targets().into_iter().for_each(|target| add(target, way));
        let next = code.next.get(&offset).filter(|_| !statement.leaves());
        next.into_iter().for_each(|next| add(*next, Way::Normal(offset)));
        let covers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
        covers.for_each(|handler| add(handler.target, Way::Exception(offset)));
    }
    ways
}

impl Flow<'_, '_> {
    /// Whether the constructor gets the enclosing object of an inner class in this register: compilers see to it that
    /// it is never null.
    pub fn is_enclosing_object(&self, register: Register) -> bool {
        let context = &self.contexts[0];
        self.makes_object
            && context.code.statements.iter().any(|(offset, statement)| match statement {
                Statement::PutField(_, member, value) => {
                    is_enclosing_field(&context.class, member) && is_copy_of(&context.code, *offset, *value, register)
                }
                _ => false,
            })
    }
}

/// Whether this is the field in which a compiler keeps the enclosing object.
fn is_enclosing_field(class: &Class, member: &Member) -> bool {
    let is_synthetic = |field: &Field| field.name == member.name && field.access.has(Access::SYNTHETIC);
    member.class == class.name && member.name.starts_with("this$") && class.fields.iter().any(is_synthetic)
}

/// Whether the statement before an offset put the original into the copy.
fn is_copy_of(code: &ThreeAddressCode, offset: u32, copy: Register, original: Register) -> bool {
    let before = code.statements.range(..offset).next_back();
    before.is_some_and(|(_, statement)| *statement == Statement::Assign(copy, Value::Copy(original)))
}

/// Whether any statement gives the register a new value.
pub(super) fn is_assigned(code: &ThreeAddressCode, register: Register) -> bool {
    code.statements.values().any(|statement| matches!(statement, Statement::Assign(target, _) if *target == register))
}
