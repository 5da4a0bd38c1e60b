//! The concrete interpreter: runs calls on states, with nothing abstracted.
//!
//! A state is one `u64` for each variable of the component. A call ends in an [`Exit`]; hidden choices are either
//! supplied ([`Interpreter::call`]) or all tried ([`Interpreter::for_each_result`]).

mod explore;
mod program;

use etiquette_logic::{apply_binary, apply_unary};

pub use explore::Interrupted;

use crate::component::{Component, Location};
use program::{Code, Instruction, MethodProgram, Program, Step};

/// How a call ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// It returned, with an outcome of the method.
    Returned(usize),
    /// It failed, with an error of the component.
    Failed(usize),
    /// It never returns: no edge can be taken, or the same configuration comes again and again.
    NeverReturns,
}

/// Supplies hidden choices.
pub trait Choices {
    /// One of the numbers from 0 to `last`, for the choice at a location of the body; `None` gives the call up, as one
    /// that never returns.
    fn choose(&mut self, at: Location, last: u64) -> Option<u64>;
}

impl<F: FnMut(Location, u64) -> Option<u64>> Choices for F {
    fn choose(&mut self, at: Location, last: u64) -> Option<u64> {
        self(at, last)
    }
}

/// The number of steps after which a call is checked for running in circles.
const PATIENCE: u64 = 4096;

/// A component made ready to run.
#[derive(Clone, Debug)]
pub struct Interpreter {
    program: Program,
    registers: Vec<u64>,
    /// How many steps all calls together may take; one that takes more does not return.
    pub steps_left: u64,
}

impl Interpreter {
    /// Compiles the component, which must be well-formed (see [`crate::check`]).
    pub fn new(component: &Component) -> Self {
        let program = Program::compile(component);
        let mut registers = vec![0; program.register_count];
        registers[program.state_size..program.frame_base].copy_from_slice(&program.constants);
        Interpreter { program, registers, steps_left: u64::MAX }
    }

    /// The number of state variables.
    pub fn state_size(&self) -> usize {
        self.program.state_size
    }

    /// Runs one call from the state, which becomes the state after it (only if the call returned does it mean
    /// something).
    pub fn call(&mut self, state: &mut [u64], method: usize, arguments: &[u64], choices: &mut impl Choices) -> Exit {
        self.enter(state, method, arguments);
        let exit = self.run(method, choices);
        state.copy_from_slice(&self.registers[..self.program.state_size]);
        exit
    }

    /// The number that the last call returned, if it was one of this method, and that returns numbers.
    pub fn result(&self, method: usize) -> Option<u64> {
        self.program.methods[method].result.map(|register| self.registers[register as usize])
    }

    fn enter(&mut self, state: &[u64], method: usize, arguments: &[u64]) {
        let MethodProgram { parameters, frame, .. } = self.program.methods[method];
        debug_assert_eq!(arguments.len(), parameters);
        let base = self.program.frame_base;
        self.registers[..self.program.state_size].copy_from_slice(state);
        self.registers[base..base + parameters].copy_from_slice(arguments);
        self.registers[base + parameters..base + frame].fill(0);
    }

    fn run(&mut self, method: usize, choices: &mut impl Choices) -> Exit {
        let program = &self.program.methods[method];
        let registers = &mut self.registers[..];
        let mut location = 0u32;
        let mut steps = 0u64;
        // The same configuration twice without a choice in between: the call runs in circles (Brent).
        let mut milestone: Option<(u32, Vec<u64>)> = None;
        loop {
            steps += 1;
            self.steps_left = self.steps_left.saturating_sub(1);
            if self.steps_left == 0 {
                return Exit::NeverReturns;
            }
            if steps.is_power_of_two() && steps >= PATIENCE {
                milestone = Some((location, registers.to_vec()));
            } else if milestone.as_ref().is_some_and(|(at, then)| *at == location && then[..] == registers[..]) {
                return Exit::NeverReturns;
            }
            match program.steps[location as usize] {
                Step::Assign { code, value, target, next } => {
                    execute(program, code, registers);
                    registers[target as usize] = registers[value as usize];
                    location = next;
                }
                Step::Branch { first, last } => {
                    match branch(program, first, last, registers, &mut |last| choices.choose(Location(location), last))
                    {
                        (Some(next), chosen) => {
                            location = next;
                            milestone = milestone.filter(|_| !chosen);
                        }
                        (None, _) => return Exit::NeverReturns,
                    }
                }
                Step::Havoc { target, last, next } => {
                    let Some(value) = choices.choose(Location(location), last) else {
                        return Exit::NeverReturns;
                    };
                    registers[target as usize] = value;
                    milestone = None;
                    location = next;
                }
                Step::Return(outcome) => return Exit::Returned(outcome as usize),
                Step::Error(error) => return Exit::Failed(error as usize),
                Step::Stuck => return Exit::NeverReturns,
            }
        }
    }
}

/// Where the enabled branch leads, and whether there was a choice of several.
fn branch(
    program: &MethodProgram,
    first: u32,
    last: u32,
    registers: &mut [u64],
    choose: &mut impl FnMut(u64) -> Option<u64>,
) -> (Option<u32>, bool) {
    let mut enabled = None;
    let mut count = 0u64;
    for branch in &program.branches[first as usize..last as usize] {
        execute(program, branch.code, registers);
        if registers[branch.condition as usize] != 0 {
            enabled = enabled.or(Some(branch.next));
            count += 1;
        }
    }
    if count < 2 {
        return (enabled, false);
    }
    let Some(mut skip) = choose(count - 1) else {
        return (None, true);
    };
    for branch in &program.branches[first as usize..last as usize] {
        execute(program, branch.code, registers);
        if registers[branch.condition as usize] != 0 {
            if skip == 0 {
                return (Some(branch.next), true);
            }
            skip -= 1;
        }
    }
    (enabled, true)
}

#[inline]
fn execute(program: &MethodProgram, code: Code, registers: &mut [u64]) {
    for instruction in &program.instructions[code.first as usize..code.last as usize] {
        match *instruction {
            Instruction::Unary { op, width, target, operand } => {
                registers[target as usize] = apply_unary(op, width, registers[operand as usize]);
            }
            Instruction::Binary { op, width, target, left, right } => {
                registers[target as usize] =
                    apply_binary(op, width, registers[left as usize], registers[right as usize]);
            }
            Instruction::Select { target, condition, then, otherwise } => {
                let chosen = if registers[condition as usize] != 0 { then } else { otherwise };
                registers[target as usize] = registers[chosen as usize];
            }
        }
    }
}
