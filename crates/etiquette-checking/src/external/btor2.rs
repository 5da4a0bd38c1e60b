//! A system in BTOR2, the word-level format of hardware model checkers (Niemetz, Preiner, Wolf and Biere, "Btor2,
//! BtorMC and Boolector 3.0", 2018).
//!
//! The variables are states and keep their values where the chosen step can't be taken. Initial states are a constraint
//! that counts only in the first cycle, which a state of its own tells. Booleans are bit-vectors of width 1.

use std::fmt::Write;

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

use super::names::plain_name;
use crate::relation::Relation;
use crate::system::System;

/// The system in BTOR2, with its bad states as the one bad property. Inputs are those of the steps, and the number of
/// the step that is taken.
pub fn to_btor2(pool: &mut TermPool, system: &System, bad: Term) -> String {
    let relation = Relation::new(pool, system);
    let mut model =
        Model { pool, text: String::new(), lines: 0, sorts: FxHashMap::default(), terms: FxHashMap::default() };
    model.comment("bad states of the product of a component and an interface");
    model.declare(&system.variables, "state");
    let inputs = inputs(system, &relation);
    model.declare(&inputs, "input");
    model.start(system);
    model.step(system, &relation);
    let bad = model.term(bad);
    model.line(format!("bad {bad}"));
    model.text
}

/// All inputs of all steps, each once, and the choice of a step.
fn inputs(system: &System, relation: &Relation) -> Vec<Symbol> {
    let mut inputs: Vec<Symbol> = system.steps.iter().flat_map(|step| step.inputs.iter().copied()).collect();
    inputs.extend(relation.choice);
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

struct Model<'a> {
    pool: &'a mut TermPool,
    text: String,
    lines: usize,
    /// The line of each sort, by width.
    sorts: FxHashMap<u32, usize>,
    /// The line of each term that has been written.
    terms: FxHashMap<Term, usize>,
}

impl Model<'_> {
    fn comment(&mut self, comment: &str) {
        let _ = writeln!(self.text, "; {comment}");
    }

    /// Adds a line, and gives its number.
    fn line(&mut self, content: impl AsRef<str>) -> usize {
        self.lines += 1;
        let _ = writeln!(self.text, "{} {}", self.lines, content.as_ref());
        self.lines
    }

    fn sort(&mut self, width: u32) -> usize {
        if let Some(&line) = self.sorts.get(&width) {
            return line;
        }
        let line = self.line(format!("sort bitvec {width}"));
        self.sorts.insert(width, line);
        line
    }

    fn declare(&mut self, symbols: &[Symbol], kind: &str) {
        for &symbol in symbols {
            let sort = self.sort(self.pool.symbol_sort(symbol).width());
            let name = plain_name(self.pool, symbol);
            let line = self.line(format!("{kind} {sort} {name}"));
            let term = self.pool.symbol(symbol);
            self.terms.insert(term, line);
        }
    }

    /// The first cycle begins in an initial state.
    fn start(&mut self, system: &System) {
        let sort = self.sort(1);
        let (one, zero) = (self.line(format!("one {sort}")), self.line(format!("zero {sort}")));
        let first = self.line(format!("state {sort} first"));
        self.line(format!("init {sort} {first} {one}"));
        self.line(format!("next {sort} {first} {zero}"));
        let initial = self.term(system.initial);
        let fine = self.line(format!("implies {sort} {first} {initial}"));
        self.line(format!("constraint {fine}"));
    }

    fn step(&mut self, system: &System, relation: &Relation) {
        for (&symbol, &next) in system.variables.iter().zip(&relation.next) {
            let old = self.pool.symbol(symbol);
            let value = self.pool.ite(relation.taken, next, old);
            let (old, value) = (self.term(old), self.term(value));
            let sort = self.sort(self.pool.symbol_sort(symbol).width());
            self.line(format!("next {sort} {old} {value}"));
        }
    }

    /// The line of a term, after the lines of its parts.
    fn term(&mut self, term: Term) -> usize {
        for part in self.pool.reachable(&[term]) {
            if !self.terms.contains_key(&part) {
                let line = self.node(part);
                self.terms.insert(part, line);
            }
        }
        self.terms[&term]
    }

    /// Writes a node whose operands have been written.
    fn node(&mut self, term: Term) -> usize {
        let width = self.pool.sort(term).width();
        let sort = self.sort(width);
        match self.pool.node(term) {
            Node::Bool(value) => self.line(format!("constd {sort} {}", u64::from(value))),
            Node::Bits { value, .. } => self.line(format!("constd {sort} {value}")),
            // A symbol that is neither variable nor input can have any value at any time.
            Node::Symbol(_) => self.line(format!("input {sort}")),
            Node::Unary(operator, a) => {
                let by = width.abs_diff(self.pool.sort(a).width());
                let a = self.terms[&a];
                self.line(unary(operator, sort, a, by))
            }
            Node::Binary(operator, a, b) => {
                let amount = self.shift_amount(operator, b);
                self.line(format!("{} {sort} {} {amount}", binary(operator), self.terms[&a]))
            }
            Node::Ite(condition, a, b) => {
                let [condition, a, b] = [condition, a, b].map(|part| self.terms[&part]);
                self.line(format!("ite {sort} {condition} {a} {b}"))
            }
        }
    }

    /// The line of the second operand. BTOR2 shifts everything out for large amounts; ours are modulo the width.
    fn shift_amount(&mut self, operator: BinaryOp, amount: Term) -> usize {
        use BinaryOp::{ShiftLeft, ShiftRightArithmetic, ShiftRightLogical};
        let line = self.terms[&amount];
        let (Sort::Bits(width), ShiftLeft | ShiftRightLogical | ShiftRightArithmetic) =
            (self.pool.sort(amount), operator)
        else {
            return line;
        };
        let sort = self.sort(width);
        let (name, constant) = if width.is_power_of_two() { ("and", width - 1) } else { ("urem", width) };
        let constant = self.line(format!("constd {sort} {constant}"));
        self.line(format!("{name} {sort} {line} {constant}"))
    }
}

fn unary(operator: UnaryOp, sort: usize, a: usize, by: u32) -> String {
    match operator {
        UnaryOp::Not | UnaryOp::BitNot => format!("not {sort} {a}"),
        UnaryOp::Negate => format!("neg {sort} {a}"),
        UnaryOp::Extract { high, low } => format!("slice {sort} {a} {high} {low}"),
        UnaryOp::ZeroExtend(_) => format!("uext {sort} {a} {by}"),
        UnaryOp::SignExtend(_) => format!("sext {sort} {a} {by}"),
    }
}

fn binary(operator: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match operator {
        And | BitAnd => "and",
        Or | BitOr => "or",
        Xor | BitXor => "xor",
        Equal => "eq",
        Add => "add",
        Sub => "sub",
        Mul => "mul",
        UnsignedDiv => "udiv",
        UnsignedRem => "urem",
        SignedDiv => "sdiv",
        SignedRem => "srem",
        ShiftLeft => "sll",
        ShiftRightLogical => "srl",
        ShiftRightArithmetic => "sra",
        UnsignedLess => "ult",
        UnsignedLessEqual => "ulte",
        SignedLess => "slt",
        SignedLessEqual => "slte",
    }
}
