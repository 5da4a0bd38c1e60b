//! A system as a verification task in C, in the style of the Competition on Software Verification: can `reach_error` be
//! called?
//!
//! Every value is an `unsigned long long` below two to its width. What is chosen comes from
//! `__VERIFIER_nondet_ulonglong`: the initial values of the variables in their order, then, for each step, its number
//! and its inputs. A choice that is not possible ends the run.

use std::fmt::Write;

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp, mask};
use rustc_hash::FxHashSet;

use super::names::plain_name;
use crate::system::{Step, System};

/// What the task begins with: the competition's functions, and operations that C leaves undefined or does not have.
const PRELUDE: &str = include_str!("prelude.c");

/// The system as a C program.
pub fn to_c(pool: &TermPool, system: &System, bad: Term) -> String {
    let mut text = String::from(PRELUDE);
    text.push_str("\nint main(void) {\n");
    for &symbol in &system.variables {
        text += &chosen(pool, symbol, 1);
    }
    let mut task = Task { pool, text, indent: 1 };
    let initial = task.value(system.initial);
    task.line(format!("assume({initial});"));
    task.line("for (;;) {");
    task.body(system, bad);
    task.line("}");
    task.text + "}\n"
}

/// A variable with a value that is not known.
fn chosen(pool: &TermPool, symbol: Symbol, indent: usize) -> String {
    let width = pool.symbol_sort(symbol).width();
    format!("{}value {} = choose({:#x}ULL);\n", "  ".repeat(indent), plain_name(pool, symbol), mask(width))
}

struct Task<'a> {
    pool: &'a TermPool,
    text: String,
    indent: usize,
}

impl Task<'_> {
    fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.text, "{}{}", "  ".repeat(self.indent), line.as_ref());
    }

    fn body(&mut self, system: &System, bad: Term) {
        self.indent += 1;
        self.line("{");
        self.indented(|task| {
            let bad = task.value(bad);
            task.line(format!("if ({bad}) reach_error();"));
        });
        self.line("}");
        self.line("switch (__VERIFIER_nondet_ulonglong()) {");
        for (number, step) in system.steps.iter().enumerate() {
            self.step(number, step);
        }
        self.line("default:");
        self.indented(|task| task.line("return 0;"));
        self.line("}");
        self.indent -= 1;
    }

    fn indented(&mut self, content: impl FnOnce(&mut Self)) {
        self.indent += 1;
        content(self);
        self.indent -= 1;
    }

    fn step(&mut self, number: usize, step: &Step) {
        self.line(format!("case {number}: {{"));
        self.indented(|task| {
            for &input in &step.inputs {
                task.text += &chosen(task.pool, input, task.indent);
            }
            let values: Vec<Term> = step.updates.iter().map(|&(_, value)| value).collect();
            let names = task.values(&[&[step.condition], &values[..]].concat());
            task.line(format!("assume({});", names[0]));
            task.assign(step, &names[1..]);
            task.line("break;");
        });
        self.line("}");
    }

    /// New values are all taken before the first is given: a value that is just a variable's name would change
    /// otherwise.
    fn assign(&mut self, step: &Step, values: &[String]) {
        let names: Vec<String> = step.updates.iter().map(|&(symbol, _)| plain_name(self.pool, symbol)).collect();
        for (name, value) in names.iter().zip(values) {
            self.line(format!("value next_{name} = {value};"));
        }
        for name in &names {
            self.line(format!("{name} = next_{name};"));
        }
    }

    fn value(&mut self, term: Term) -> String {
        self.values(&[term]).remove(0)
    }

    /// Computes terms in the scope that is open now, each part once, and says what they are called.
    fn values(&mut self, terms: &[Term]) -> Vec<String> {
        let mut computed: FxHashSet<Term> = FxHashSet::default();
        for part in self.pool.reachable(terms) {
            let is_leaf = self.pool.node(part).operands().next().is_none();
            if !is_leaf && computed.insert(part) {
                let value = self.operation(part);
                self.line(format!("value {} = {value};", temporary(part)));
            }
        }
        terms.iter().map(|&term| self.operand(term)).collect()
    }

    fn operand(&self, term: Term) -> String {
        match self.pool.node(term) {
            Node::Bool(value) => u64::from(value).to_string(),
            Node::Bits { value, .. } => format!("{value}ULL"),
            Node::Symbol(symbol) => plain_name(self.pool, symbol),
            _ => temporary(term),
        }
    }

    /// A node's value from its operands' values.
    fn operation(&self, term: Term) -> String {
        let width = self.pool.sort(term).width();
        match self.pool.node(term) {
            Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => self.operand(term),
            Node::Unary(operator, a) => unary(operator, &self.operand(a), self.pool.sort(a), width),
            Node::Binary(operator, a, b) => {
                binary(operator, &self.operand(a), &self.operand(b), self.pool.sort(a).width())
            }
            Node::Ite(condition, a, b) => {
                format!("{} ? {} : {}", self.operand(condition), self.operand(a), self.operand(b))
            }
        }
    }
}

fn temporary(term: Term) -> String {
    format!("t{}", term.index())
}

fn unary(operator: UnaryOp, a: &str, sort: Sort, width: u32) -> String {
    match operator {
        UnaryOp::Not => format!("!{a}"),
        UnaryOp::BitNot => format!("~{a} & {:#x}ULL", mask(width)),
        UnaryOp::Negate => format!("(0 - {a}) & {:#x}ULL", mask(width)),
        UnaryOp::Extract { low, .. } => format!("({a} >> {low}) & {:#x}ULL", mask(width)),
        UnaryOp::ZeroExtend(_) => a.to_owned(),
        UnaryOp::SignExtend(_) => format!("(value)as_signed({a}, {}) & {:#x}ULL", sort.width(), mask(width)),
    }
}

fn binary(operator: BinaryOp, a: &str, b: &str, width: u32) -> String {
    use BinaryOp::*;
    let mask = mask(width);
    let signed = |relation: &str| format!("as_signed({a}, {width}) {relation} as_signed({b}, {width})");
    match operator {
        And | BitAnd => format!("{a} & {b}"),
        Or | BitOr => format!("{a} | {b}"),
        Xor | BitXor => format!("{a} ^ {b}"),
        Equal => format!("{a} == {b}"),
        Add => format!("({a} + {b}) & {mask:#x}ULL"),
        Sub => format!("({a} - {b}) & {mask:#x}ULL"),
        Mul => format!("({a} * {b}) & {mask:#x}ULL"),
        UnsignedDiv => format!("{b} == 0 ? {mask:#x}ULL : {a} / {b}"),
        UnsignedRem => format!("{b} == 0 ? {a} : {a} % {b}"),
        SignedDiv => format!("signed_quotient({a}, {b}, {width}) & {mask:#x}ULL"),
        SignedRem => format!("signed_remainder({a}, {b}, {width}) & {mask:#x}ULL"),
        ShiftLeft => format!("({a} << {b} % {width}) & {mask:#x}ULL"),
        ShiftRightLogical => format!("{a} >> {b} % {width}"),
        ShiftRightArithmetic => format!("shifted_right({a}, {b} % {width}, {width}) & {mask:#x}ULL"),
        UnsignedLess => format!("{a} < {b}"),
        UnsignedLessEqual => format!("{a} <= {b}"),
        SignedLess => signed("<"),
        SignedLessEqual => signed("<="),
    }
}
