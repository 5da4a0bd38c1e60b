//! Compiles a component into straight register code that the interpreter runs without looking at a term.
//!
//! One register file serves all methods: state variables, then constants, then the frame (parameters, locals, scratch).

use etiquette_logic::{BinaryOp, Node, Symbol, Term, UnaryOp};
use rustc_hash::FxHashMap;

use crate::component::{Action, Component, Edge, Location, Method};
use crate::graph::FlowGraph;

/// The position of a value in the register file.
pub(super) type Register = u32;

#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Unary { op: UnaryOp, width: u32, target: Register, operand: Register },
    Binary { op: BinaryOp, width: u32, target: Register, left: Register, right: Register },
    Select { target: Register, condition: Register, then: Register, otherwise: Register },
}

/// Instructions `first..last` of a method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub first: u32,
    pub last: u32,
}

/// A condition and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub code: Code,
    pub condition: Register,
    pub next: u32,
}

/// What happens at a location.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Goes to a branch whose condition holds; none: stuck, several: a hidden choice.
    Branch {
        first: u32,
        last: u32,
    },
    Assign {
        code: Code,
        value: Register,
        target: Register,
        next: u32,
    },
    /// `last` is the largest value of the variable's type.
    Havoc {
        target: Register,
        last: u64,
        next: u32,
    },
    Return(u32),
    Error(u32),
    Stuck,
}

#[derive(Clone, Debug, Default)]
pub(super) struct MethodProgram {
    pub steps: Vec<Step>,
    /// Whether a way through the body can come back to the location.
    pub loop_heads: Vec<bool>,
    pub branches: Vec<Branch>,
    pub instructions: Vec<Instruction>,
    pub parameters: usize,
    /// Parameters and locals: what a configuration has beside the state.
    pub frame: usize,
    /// What holds the number that a call returns.
    pub result: Option<Register>,
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub methods: Vec<MethodProgram>,
    pub state_size: usize,
    pub constants: Vec<u64>,
    /// Where the frame begins.
    pub frame_base: usize,
    pub register_count: usize,
}

impl Program {
    pub fn compile(component: &Component) -> Self {
        let constants = constants_of(component);
        let frame_base = component.variables.len() + constants.len();
        let shared = Shared { component, constants: &constants, frame_base };
        let compiled: Vec<(MethodProgram, u32)> =
            component.methods.iter().map(|method| MethodCompiler::new(&shared, method).compile()).collect();
        let register_count = compiled.iter().map(|(_, top)| *top as usize).max().unwrap_or(frame_base);
        let mut values: Vec<(u64, usize)> = constants.iter().map(|(value, position)| (*value, *position)).collect();
        values.sort_unstable_by_key(|(_, position)| *position);
        Program {
            methods: compiled.into_iter().map(|(program, _)| program).collect(),
            state_size: component.variables.len(),
            constants: values.into_iter().map(|(value, _)| value).collect(),
            frame_base,
            register_count,
        }
    }
}

struct Shared<'a> {
    component: &'a Component,
    constants: &'a FxHashMap<u64, usize>,
    frame_base: usize,
}

/// Every constant of the component, with its position; zero is always there.
fn constants_of(component: &Component) -> FxHashMap<u64, usize> {
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let roots: Vec<Term> = edges.filter_map(|edge| edge.action.term()).collect();
    let mut constants = FxHashMap::default();
    constants.insert(0, 0);
    for term in component.terms.reachable(&roots) {
        if let Some(value) = component.terms.as_constant(term) {
            let position = constants.len();
            constants.entry(value).or_insert(position);
        }
    }
    constants
}

struct MethodCompiler<'a> {
    shared: &'a Shared<'a>,
    method: &'a Method,
    registers: FxHashMap<Symbol, Register>,
    scratch_base: Register,
    top: Register,
    program: MethodProgram,
}

impl<'a> MethodCompiler<'a> {
    fn new(shared: &'a Shared<'a>, method: &'a Method) -> Self {
        let state = shared.component.variables.iter().map(|variable| variable.binding.symbol);
        let own = method.parameters.iter().chain(&method.locals).map(|binding| binding.symbol);
        let frame = method.parameters.len() + method.locals.len();
        let registers = state.enumerate().map(|(index, symbol)| (symbol, index as Register));
        let frame_registers = own.enumerate().map(|(index, symbol)| (symbol, (shared.frame_base + index) as Register));
        let scratch_base = (shared.frame_base + frame) as Register;
        let registers: FxHashMap<Symbol, Register> = registers.chain(frame_registers).collect();
        let result = method.result.and_then(|result| registers.get(&result).copied());
        let program = MethodProgram { parameters: method.parameters.len(), frame, result, ..MethodProgram::default() };
        MethodCompiler { shared, method, registers, scratch_base, top: scratch_base, program }
    }

    /// The program and the number of registers that it needs.
    fn compile(mut self) -> (MethodProgram, u32) {
        let outgoing = self.method.body.outgoing();
        self.program.steps = vec![Step::Stuck; outgoing.len()];
        for (location, edges) in outgoing.iter().enumerate() {
            self.program.steps[location] = self.step(edges);
        }
        // Locations that were added for single actions come last, and no cycle starts at them.
        self.program.loop_heads = FlowGraph::new(&self.method.body).loop_heads();
        self.program.loop_heads.resize(self.program.steps.len().max(outgoing.len() + 1), false);
        (self.program, self.top)
    }

    fn step(&mut self, edges: &[Edge]) -> Step {
        match edges {
            [] => Step::Stuck,
            [edge] if !matches!(edge.action, Action::Assume(..)) => self.single(edge.action),
            _ => {
                let branches: Vec<Branch> = edges.iter().map(|edge| self.branch(edge.action)).collect();
                let first = self.program.branches.len() as u32;
                self.program.branches.extend(branches);
                Step::Branch { first, last: self.program.branches.len() as u32 }
            }
        }
    }

    fn single(&mut self, action: Action) -> Step {
        match action {
            Action::Assign(symbol, term, Location(next)) => {
                let (code, value) = self.code(term);
                Step::Assign { code, value, target: self.registers[&symbol], next }
            }
            Action::Havoc(symbol, _, Location(next)) => {
                let binding = self.shared.component.binding(Some(self.method), symbol).expect("a checked component");
                let last = self.shared.component.value_count(binding.ty).map_or(u64::MAX, |count| count - 1);
                Step::Havoc { target: self.registers[&symbol], last, next }
            }
            Action::Return(outcome) => Step::Return(outcome as u32),
            Action::Error(error) => Step::Error(error as u32),
            Action::Assume(..) => unreachable!("assumptions are branches"),
        }
    }

    /// A branch; an action that is no assumption gets a location of its own behind an empty condition.
    fn branch(&mut self, action: Action) -> Branch {
        if let Action::Assume(term, Location(next)) = action {
            let (code, condition) = self.code(term);
            return Branch { code, condition, next };
        }
        let step = self.single(action);
        self.program.steps.push(step);
        let always = (self.shared.component.variables.len() + self.shared.constants[&0]) as Register;
        let here = self.program.instructions.len() as u32;
        let (target, op) = (self.scratch_base, UnaryOp::Not);
        self.top = self.top.max(target + 1);
        self.program.instructions.push(Instruction::Unary { op, width: 1, target, operand: always });
        Branch {
            code: Code { first: here, last: here + 1 },
            condition: target,
            next: self.program.steps.len() as u32 - 1,
        }
    }

    fn code(&mut self, term: Term) -> (Code, Register) {
        let first = self.program.instructions.len() as u32;
        let terms = &self.shared.component.terms;
        let mut places: FxHashMap<Term, Register> = FxHashMap::default();
        let mut next_scratch = self.scratch_base;
        for term in terms.reachable(&[term]) {
            let place = match terms.node(term) {
                Node::Symbol(symbol) => self.registers[&symbol],
                Node::Bool(_) | Node::Bits { .. } => self.constant(terms.as_constant(term).unwrap_or(0)),
                node => {
                    let target = next_scratch;
                    next_scratch += 1;
                    self.program.instructions.push(instruction(self.shared.component, node, target, &places));
                    target
                }
            };
            places.insert(term, place);
        }
        self.top = self.top.max(next_scratch);
        (Code { first, last: self.program.instructions.len() as u32 }, places[&term])
    }

    fn constant(&self, value: u64) -> Register {
        (self.shared.component.variables.len() + self.shared.constants[&value]) as Register
    }
}

fn instruction(component: &Component, node: Node, target: Register, places: &FxHashMap<Term, Register>) -> Instruction {
    let width = |term| component.terms.sort(term).width();
    match node {
        Node::Unary(op, a) => Instruction::Unary { op, width: width(a), target, operand: places[&a] },
        Node::Binary(op, a, b) => {
            Instruction::Binary { op, width: width(a), target, left: places[&a], right: places[&b] }
        }
        Node::Ite(condition, a, b) => {
            Instruction::Select { target, condition: places[&condition], then: places[&a], otherwise: places[&b] }
        }
        Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => unreachable!("leaves need no instruction"),
    }
}
