//! Structural checks on a method's code, so that later passes can rely on it (JVM specification 4.9.1).
//!
//! Promised afterwards: jump targets and handlers are offsets of instructions, handler ranges are not empty and
//! lie inside the code, the last instruction does not fall off the end, and slots lie below `max_locals`.

use crate::class::{Code, Handler, Instruction, Kind};

/// Checks the code of a method whose parameters (`this` included) take so many slots.
pub(super) fn validate(code: &Code, length: u32, parameter_slots: usize) -> Result<(), String> {
    if parameter_slots > usize::from(code.max_locals) {
        return Err(format!("{parameter_slots} slots of parameters, but {} of local variables", code.max_locals));
    }
    for (offset, instruction) in &code.instructions {
        check_instruction(code, instruction).map_err(|problem| format!("instruction at offset {offset}: {problem}"))?;
    }
    for (index, handler) in code.handlers.iter().enumerate() {
        check_handler(code, handler, length).map_err(|problem| format!("exception handler {index}: {problem}"))?;
    }
    check_end(code)
}

fn check_instruction(code: &Code, instruction: &Instruction) -> Result<(), String> {
    match instruction {
        Instruction::Load(kind, slot) | Instruction::Store(kind, slot) => check_slot(code, *slot, *kind),
        Instruction::Increment(slot, _) => check_slot(code, *slot, Kind::Int),
        Instruction::ReturnSubroutine(slot) => check_slot(code, *slot, Kind::Reference),
        Instruction::NewArray(descriptor, dimensions) => check_dimensions(descriptor, *dimensions),
        Instruction::New(class) if class.starts_with('[') => Err(format!("`new` of the array type {class}")),
        _ => targets(instruction).try_for_each(|target| check_target(code, target)),
    }
}

/// Where an instruction may jump to, as offsets.
fn targets(instruction: &Instruction) -> impl Iterator<Item = u32> {
    let (cases, single): (&[(i32, u32)], Option<u32>) = match instruction {
        Instruction::IfZero(_, target) | Instruction::IfInts(_, target) => (&[], Some(*target)),
        Instruction::IfSame(_, target) | Instruction::IfNull(_, target) => (&[], Some(*target)),
        Instruction::Goto(target) | Instruction::JumpSubroutine(target) => (&[], Some(*target)),
        Instruction::Switch(cases, default) => (cases, Some(*default)),
        _ => (&[], None),
    };
    cases.iter().map(|(_, target)| *target).chain(single)
}

fn check_target(code: &Code, target: u32) -> Result<(), String> {
    match is_boundary(code, target) {
        true => Ok(()),
        false => Err(format!("no instruction begins at its target {target}")),
    }
}

fn is_boundary(code: &Code, offset: u32) -> bool {
    code.instructions.binary_search_by_key(&offset, |(start, _)| *start).is_ok()
}

fn check_slot(code: &Code, slot: u16, kind: Kind) -> Result<(), String> {
    let last = u32::from(slot) + u32::from(kind.is_wide());
    match last < u32::from(code.max_locals) {
        true => Ok(()),
        false => Err(format!("local variable {slot} of {}", code.max_locals)),
    }
}

fn check_dimensions(descriptor: &str, dimensions: u8) -> Result<(), String> {
    let possible = descriptor.bytes().take_while(|byte| *byte == b'[').count();
    match (1..=possible).contains(&usize::from(dimensions)) {
        true => Ok(()),
        false => Err(format!("a new array `{descriptor}` with lengths for {dimensions} dimensions")),
    }
}

fn check_handler(code: &Code, handler: &Handler, length: u32) -> Result<(), String> {
    if handler.start >= handler.end {
        return Err(format!("its range {} to {} is empty", handler.start, handler.end));
    }
    if !is_boundary(code, handler.start) || !(handler.end == length || is_boundary(code, handler.end)) {
        return Err(format!("its range {} to {} cuts an instruction or leaves the code", handler.start, handler.end));
    }
    check_target(code, handler.target)
}

fn check_end(code: &Code) -> Result<(), String> {
    let last = code.instructions.last().map(|(_, instruction)| instruction);
    match last {
        Some(
            Instruction::Goto(_)
            | Instruction::Switch(..)
            | Instruction::Return(_)
            | Instruction::Throw
            | Instruction::ReturnSubroutine(_),
        ) => Ok(()),
        _ => Err("the last instruction falls off the end of the code".to_owned()),
    }
}
