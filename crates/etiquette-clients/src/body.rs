//! Methods of clients as three-address code, with what the analysis asks about each place: its line, which registers
//! are still needed.
//!
//! Registers that nobody reads any more are forgotten, so that what was learned about them does not keep apart what is
//! the same.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use etiquette_java::class::{Class, Code, Invocation, Method};
use etiquette_java::code::{Register, Statement, Test, ThreeAddressCode, Value};
use etiquette_java::descriptor::MethodDescriptor;
use etiquette_java::stackless::remove_stack;

use crate::elements::element_types;

/// A method with code.
#[derive(Debug)]
pub struct Body {
    /// The class that declares it.
    pub class: Arc<Class>,
    /// Its position in the class.
    pub index: usize,
    /// Its type.
    pub descriptor: MethodDescriptor,
    /// Its code.
    pub code: ThreeAddressCode,
    /// The registers that are read later, before each offset.
    live: BTreeMap<u32, Vec<bool>>,
    /// The registers that are counted up or down.
    counters: BTreeSet<usize>,
    /// The types of elements of arrays, by where they are read, once somebody asks.
    elements: OnceCell<BTreeMap<u32, String>>,
}

impl Body {
    /// The body of a method; `None` where there is no code, or `Err` with what is wrong with it.
    pub fn read(class: &Arc<Class>, index: usize) -> Result<Option<Body>, String> {
        let method = &class.methods[index];
        let Some(code) = &method.code else { return Ok(None) };
        let descriptor: MethodDescriptor = method
            .descriptor
            .parse()
            .map_err(|error: etiquette_java::descriptor::DescriptorError| error.to_string())?;
        let code = remove_stack(code).map_err(|error| format!("at offset {}: {}", error.offset, error.message))?;
        let (live, counters) = (liveness(&code), counters(&code));
        Ok(Some(Body { class: Arc::clone(class), index, descriptor, code, live, counters, elements: OnceCell::new() }))
    }

    /// The method.
    pub fn method(&self) -> &Method {
        &self.class.methods[self.index]
    }

    /// The method's code as the class file has it.
    pub fn source(&self) -> Option<&Code> {
        self.method().code.as_ref()
    }

    /// Where it begins.
    pub fn entry(&self) -> Option<u32> {
        self.code.statements.keys().next().copied()
    }

    /// The registers that hold the arguments, the receiver first, with their types' descriptors.
    pub fn parameters(&self) -> Vec<(Register, String)> {
        let mut found = Vec::new();
        let mut slot = 0;
        if !self.method().access.has(etiquette_java::class::Access::STATIC) {
            found.push((Register(0), format!("L{};", self.class.name)));
            slot = 1;
        }
        for parameter in &self.descriptor.parameters {
            found.push((Register(slot), parameter.descriptor()));
            slot += parameter.slots();
        }
        found
    }

    /// Whether a register is read later, from an offset on.
    pub fn is_live(&self, offset: u32, register: usize) -> bool {
        self.live.get(&offset).is_none_or(|live| live.get(register).copied().unwrap_or(true))
    }

    /// The type of an array's element that is read at an offset, by descriptor, if it is known.
    pub fn element_type(&self, offset: u32) -> Option<&str> {
        self.elements.get_or_init(|| element_types(self)).get(&offset).map(String::as_str)
    }

    /// The registers that are counted up or down.
    pub fn counters(&self) -> impl Iterator<Item = usize> {
        self.counters.iter().copied()
    }

    /// Whether it returns its receiver, whatever happens.
    pub fn returns_receiver(&self) -> bool {
        let statements = &self.code.statements;
        let is_receiver = |offset: u32, register: Register| {
            let before = statements.range(..offset).next_back();
            matches!(before, Some((_, Statement::Assign(to, Value::Copy(Register(0))))) if *to == register)
                && !self.code.jump_targets.contains(&offset)
        };
        let written = statements.values().any(|statement| writes(statement).contains(&Register(0)));
        let mut returns = statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::Return(Some((_, register))) => Some((*offset, *register)),
            _ => None,
        });
        !written && returns.clone().next().is_some() && returns.all(|(offset, register)| is_receiver(offset, register))
    }
}

/// The registers that a statement reads.
pub fn reads(statement: &Statement) -> Vec<Register> {
    match statement {
        Statement::Nop | Statement::Goto(_) | Statement::Return(None) => Vec::new(),
        Statement::Assign(_, value) => value_reads(value),
        Statement::Rearrange(copies) => copies.iter().map(|(_, from)| *from).collect(),
        Statement::PutField(object, _, value) => vec![*object, *value],
        Statement::PutStatic(_, value) => vec![*value],
        Statement::ArrayStore(_, array, index, value) => vec![*array, *index, *value],
        Statement::Invoke { arguments, .. } | Statement::InvokeDynamic { arguments, .. } => arguments.clone(),
        Statement::CheckCast(register, _) | Statement::Monitor(register) | Statement::Throw(register) => {
            vec![*register]
        }
        Statement::If(Test::Zero(_, register) | Test::Null(_, register), _) => vec![*register],
        Statement::If(Test::Ints(_, left, right) | Test::Same(_, left, right), _) => vec![*left, *right],
        Statement::Switch(register, ..) | Statement::Return(Some((_, register))) => vec![*register],
    }
}

/// The registers that a value is computed from.
pub fn value_reads(value: &Value) -> Vec<Register> {
    match value {
        Value::Constant(_) | Value::GetStatic(_) | Value::New(_) => Vec::new(),
        Value::Copy(from) | Value::Negate(_, from) | Value::Increment(from, _) | Value::Convert(_, _, from) => {
            vec![*from]
        }
        Value::InstanceOf(from, _) | Value::ArrayLength(from) | Value::GetField(from, _) => vec![*from],
        Value::Arithmetic(_, _, left, right) | Value::Compare { left, right, .. } => vec![*left, *right],
        Value::ArrayLoad(_, array, index) => vec![*array, *index],
        Value::NewArray(_, lengths) => lengths.clone(),
    }
}

fn writes(statement: &Statement) -> Vec<Register> {
    match statement {
        Statement::Assign(to, _) => vec![*to],
        Statement::Rearrange(copies) => copies.iter().map(|(to, _)| *to).collect(),
        Statement::Invoke { result, .. } | Statement::InvokeDynamic { result, .. } => result.iter().copied().collect(),
        _ => Vec::new(),
    }
}

fn counters(code: &ThreeAddressCode) -> BTreeSet<usize> {
    let counted = code.statements.values().filter_map(|statement| match statement {
        Statement::Assign(to, Value::Increment(..)) => Some(usize::from(to.0)),
        _ => None,
    });
    counted.collect()
}

/// Where a statement leads without an exception.
pub fn successors(code: &ThreeAddressCode, offset: u32, statement: &Statement) -> Vec<u32> {
    let next = code.next.get(&offset).copied();
    match statement {
        Statement::Goto(target) => vec![*target],
        Statement::If(_, target) => next.into_iter().chain([*target]).collect(),
        Statement::Switch(_, cases, default) => cases.iter().map(|(_, target)| *target).chain([*default]).collect(),
        Statement::Return(_) | Statement::Throw(_) => Vec::new(),
        _ => next.into_iter().collect(),
    }
}

/// Which calls a constructor call is told from.
pub fn is_constructor(kind: Invocation, name: &str) -> bool {
    kind == Invocation::Special && name == "<init>"
}

/// Backwards until nothing changes: what is read here, or behind here and not written here.
fn liveness(code: &ThreeAddressCode) -> BTreeMap<u32, Vec<bool>> {
    let none = vec![false; usize::from(code.registers)];
    let mut live: BTreeMap<u32, Vec<bool>> = code.statements.keys().map(|offset| (*offset, none.clone())).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (offset, statement) in code.statements.iter().rev() {
            let before = live_before(code, &live, *offset, statement, none.clone());
            if live.get(offset) != Some(&before) {
                live.insert(*offset, before);
                changed = true;
            }
        }
    }
    live
}

fn live_before(
    code: &ThreeAddressCode,
    live: &BTreeMap<u32, Vec<bool>>,
    offset: u32,
    statement: &Statement,
    mut set: Vec<bool>,
) -> Vec<bool> {
    let join = |set: &mut Vec<bool>, target: &u32| {
        for (to, from) in set.iter_mut().zip(live.get(target).into_iter().flatten()) {
            *to |= *from;
        }
    };
    successors(code, offset, statement).iter().for_each(|target| join(&mut set, target));
    for register in writes(statement) {
        mark(&mut set, register, false);
    }
    let covering = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
    covering.for_each(|handler| join(&mut set, &handler.target));
    for register in reads(statement) {
        mark(&mut set, register, true);
    }
    set
}

fn mark(set: &mut [bool], register: Register, value: bool) {
    if let Some(entry) = set.get_mut(usize::from(register.0)) {
        *entry = value;
    }
}
