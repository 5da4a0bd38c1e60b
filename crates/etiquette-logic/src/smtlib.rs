//! SMT-LIB 2 scripts over terms, in the logic `QF_BV`.
//!
//! Symbols get quoted names, made different where they are not. Parts that occur more than once, and parts that lie
//! deep, are defined by `define-fun`, so a script is as large as the shared term and no parser meets deep nesting. The
//! same calls give the same text.

mod expression;
mod read;
mod syntax;

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Symbol, Term, TermPool};
pub use expression::expression;
pub use read::{Unreadable, read_function};
pub use syntax::sort_text;
use syntax::term_text;

/// Terms nested deeper than this get a definition of their own.
const DEEPEST_NESTING: u32 = 100;

/// An SMT-LIB 2 script that grows command by command.
///
/// ```
/// use etiquette_logic::{Script, Sort, TermPool};
/// let mut pool = TermPool::new();
/// let x = pool.new_variable("x", Sort::Bits(8));
/// let (one, ten) = (pool.bits(8, 1), pool.bits(8, 10));
/// let sum = pool.add(x, one);
/// let less = pool.unsigned_less(sum, ten);
/// let mut script = Script::new();
/// script.assert(&pool, less);
/// script.check_sat();
/// assert!(script.to_string().contains("(assert (bvult (bvadd |x| (_ bv1 8)) (_ bv10 8)))"));
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
    known: Known,
    /// What was known when each open scope began.
    outer: Vec<Known>,
}

/// The declarations and definitions made so far.
#[derive(Clone, Default, Debug)]
struct Known {
    names: FxHashMap<Symbol, String>,
    used: FxHashSet<String>,
    defined: FxHashSet<Term>,
}

impl Default for Script {
    fn default() -> Self {
        Script { text: "(set-logic QF_BV)\n".into(), known: Known::default(), outer: Vec::new() }
    }
}

impl Script {
    /// A script that only sets the logic. It serves terms of one pool.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a comment, line by line.
    pub fn comment(&mut self, comment: &str) {
        for line in comment.lines() {
            self.line(&format!("; {line}"));
        }
    }

    /// Sets an option, for example `:produce-models` to `true`.
    pub fn option(&mut self, name: &str, value: &str) {
        self.line(&format!("(set-option {name} {value})"));
    }

    /// Gives information, for example `:status` of the next question as `unsat`.
    pub fn info(&mut self, name: &str, value: &str) {
        self.line(&format!("(set-info {name} {value})"));
    }

    /// Declares a symbol, if that has not been done.
    pub fn declare(&mut self, pool: &TermPool, symbol: Symbol) {
        if self.known.names.contains_key(&symbol) {
            return;
        }
        let name = self.unused_name(pool.symbol_name(symbol));
        self.line(&format!("(declare-const |{name}| {})", sort_text(pool.symbol_sort(symbol))));
        self.known.names.insert(symbol, name);
    }

    /// The name that the script uses for a symbol, without the bars around it.
    pub fn symbol_name(&self, symbol: Symbol) -> Option<&str> {
        self.known.names.get(&symbol).map(String::as_str)
    }

    /// Asserts a boolean term, after the declarations and definitions that it needs.
    pub fn assert(&mut self, pool: &TermPool, term: Term) {
        self.prepare(pool, &[term]);
        let text = self.term_text(pool, term);
        self.line(&format!("(assert {text})"));
    }

    /// Asks whether what has been asserted is satisfiable.
    pub fn check_sat(&mut self) {
        self.line("(check-sat)");
    }

    /// Begins a scope: assertions, declarations and definitions made from now on are forgotten when it ends.
    pub fn push(&mut self) {
        self.outer.push(self.known.clone());
        self.line("(push 1)");
    }

    /// Ends the innermost scope; without one, nothing happens.
    pub fn pop(&mut self) {
        if let Some(known) = self.outer.pop() {
            self.known = known;
            self.line("(pop 1)");
        }
    }

    /// Declares the symbols and defines the shared and the deep parts of terms, so that they are known from here on.
    pub fn prepare(&mut self, pool: &TermPool, terms: &[Term]) {
        let parts = pool.reachable_unless(terms, |part| self.known.defined.contains(&part));
        let uses = pool.count_uses(&parts);
        let mut depths: FxHashMap<Term, u32> = FxHashMap::default();
        for part in parts {
            let below = pool.node(part).operands().map(|operand| depths.get(&operand).copied().unwrap_or(0));
            let mut depth = below.max().map_or(0, |deepest| deepest + 1);
            let shared = uses.get(&part).is_some_and(|&count| count > 1);
            if depth > 0 && (shared || depth > DEEPEST_NESTING) {
                self.define(pool, part);
                depth = 0;
            }
            if let Some(symbol) = pool.as_symbol(part) {
                self.declare(pool, symbol);
            }
            depths.insert(part, depth);
        }
    }

    fn define(&mut self, pool: &TermPool, term: Term) {
        let text = self.term_text(pool, term);
        let name = definition_name(term);
        self.line(&format!("(define-fun {name} () {} {text})", sort_text(pool.sort(term))));
        self.known.defined.insert(term);
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A name that no other symbol has. Bars and backslashes cannot be quoted, and a dollar sign begins our
    /// definitions.
    fn unused_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.replace(['|', '\\'], "_");
        if name.starts_with('$') {
            name.insert(0, '_');
        }
        let plain = name.clone();
        let mut copies = 1;
        while !self.known.used.insert(name.clone()) {
            copies += 1;
            name = format!("{plain}#{copies}");
        }
        name
    }

    fn term_text(&self, pool: &TermPool, term: Term) -> String {
        term_text(pool, term, &|part| self.name_of(pool, part))
    }

    /// The name that stands for a term from here on, if one does.
    fn name_of(&self, pool: &TermPool, term: Term) -> Option<String> {
        if self.known.defined.contains(&term) {
            return Some(definition_name(term));
        }
        let name = self.known.names.get(&pool.as_symbol(term)?);
        Some(format!("|{}|", name.map_or("", String::as_str)))
    }
}

fn definition_name(term: Term) -> String {
    format!("${}", term.index())
}

impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
