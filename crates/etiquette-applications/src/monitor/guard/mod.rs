//! Guards in the syntax of a programming language.
//!
//! Terms are written from the operands up, so that no guard is too deep. Languages differ in how they write numbers;
//! what they share is here. A guard that a language lacks words for is refused, and its call is then told from others
//! by exclusion (see `methods.rs`).

pub(super) mod java;
pub(super) mod rust;

use etiquette_automata::OTHER;
use etiquette_component::{Type, register_of};
use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, UnaryOp, to_signed};
use rustc_hash::FxHashMap;

use crate::guards::Guards;

/// The longest guard that is written.
const LONGEST: usize = 4_000;

/// How a language writes conditions on numbers. Numbers of some width are written as signed ones; `None`: it can't.
pub(super) trait Language {
    /// A parameter of a number type.
    fn number(&self, name: &str, width: u32, signed: bool) -> String;
    /// A constant.
    fn constant(&self, value: i64, width: u32) -> String;
    /// An operator with one operand of this width.
    fn unary(&self, op: UnaryOp, width: u32, operand: &str) -> Option<String>;
    /// An operator with two operands of this width that languages don't write alike; the second one is known where it
    /// is a constant.
    fn binary(&self, op: BinaryOp, width: u32, operands: [&str; 2], second: Option<i64>) -> Option<String>;
    /// A choice between two values.
    fn choice(&self, condition: &str, then: &str, otherwise: &str) -> String;
    /// That a parameter is the value of this name; `object` never comes here.
    fn is_named(&self, parameter: usize, value: &str) -> Option<String>;
}

/// The names by which a method's parameters, and behind them the registers, are called in the code.
pub(super) struct Written<'a> {
    pub guards: &'a Guards,
    pub names: &'a [String],
    /// What the code calls the number that a call returned, and its width there; `None`: it has none.
    pub returned: Option<(&'a str, u32)>,
    pub language: &'a dyn Language,
}

impl Written<'_> {
    /// A guard in the language.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn guard(&self, position: usize) -> Result<String, String> {
        self.term(self.guards.conditions()[position].clone()?)
    }

    /// A condition, or what a register is set to, in the language.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn term(&self, term: Term) -> Result<String, String> {
        let terms = &self.guards.component().terms;
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        for part in terms.reachable(&[term]) {
            // Named values have no text of their own: what they are compared with has.
            if let Some(text) = self.text(part, &texts) {
                if text.len() > LONGEST {
                    return Err("it is too long".into());
                }
                texts.insert(part, text);
            }
        }
        let text = texts.remove(&term).ok_or_else(|| "it asks for more than the language can tell".to_string())?;
        Ok(without_parentheses(text))
    }

    fn text(&self, term: Term, texts: &FxHashMap<Term, String>) -> Option<String> {
        let terms = &self.guards.component().terms;
        match terms.node(term) {
            Node::Bool(value) => Some(value.to_string()),
            Node::Bits { width, value } => Some(self.language.constant(to_signed(value, width), width)),
            Node::Symbol(symbol) => self.symbol(symbol),
            Node::Unary(UnaryOp::Not, a) => texts.get(&a).map(|a| format!("!{a}")),
            Node::Unary(op, a) => self.language.unary(op, terms.sort(a).width(), texts.get(&a)?),
            Node::Ite(c, a, b) => Some(self.language.choice(texts.get(&c)?, texts.get(&a)?, texts.get(&b)?)),
            Node::Binary(op, a, b) => match (op, terms.sort(a)) {
                (BinaryOp::Equal, Sort::Bits(_)) if self.is_named(a) || self.is_named(b) => self.named_equal(a, b),
                (_, Sort::Bool) => infix(boolean_operator(op), texts.get(&a)?, texts.get(&b)?),
                (_, Sort::Bits(width)) => {
                    let (a, b, second) = (texts.get(&a)?, texts.get(&b)?, terms.as_constant(b));
                    let second = second.map(|value| to_signed(value, width));
                    infix(common_operator(op), a, b).or_else(|| self.language.binary(op, width, [a, b], second))
                }
            },
        }
    }

    fn position(&self, symbol: Symbol) -> Option<usize> {
        self.guards.parameters().iter().position(|parameter| parameter.symbol == symbol)
    }

    /// The number that a call returned. A narrower one is never meant by a wider one.
    fn returned(&self, symbol: Symbol) -> Option<String> {
        let result = self.guards.results().iter().find(|known| known.symbol == symbol)?;
        let ((name, most), Type::Int { width, signed }) = (self.returned?, result.ty) else { return None };
        (width == most).then(|| self.language.number(name, width, signed))
    }

    fn symbol(&self, symbol: Symbol) -> Option<String> {
        let Some(position) = self.position(symbol) else { return self.returned(symbol) };
        let parameter = &self.guards.parameters()[position];
        match parameter.ty {
            // Registers hold numbers as terms have them.
            Type::Int { .. } if register_of(&parameter.name).is_some() => Some(self.names[position].clone()),
            Type::Bool => Some(self.names[position].clone()),
            Type::Int { width, signed } => Some(self.language.number(&self.names[position], width, signed)),
            Type::Enum(_) => None,
        }
    }

    fn is_named(&self, term: Term) -> bool {
        let symbol = self.guards.component().terms.as_symbol(term);
        let position = symbol.and_then(|symbol| self.position(symbol));
        position.is_some_and(|at| matches!(self.guards.parameters()[at].ty, Type::Enum(_)))
    }

    /// That a parameter with named values has one of them. `object` is what has none of the other names.
    fn named_equal(&self, a: Term, b: Term) -> Option<String> {
        let terms = &self.guards.component().terms;
        let (symbol, constant) = match (terms.as_symbol(a), terms.as_constant(b)) {
            (Some(symbol), Some(constant)) => (symbol, constant),
            _ => (terms.as_symbol(b)?, terms.as_constant(a)?),
        };
        let position = self.position(symbol)?;
        let name = self.guards.component().enums.first()?.values.get(constant as usize)?;
        if name != OTHER {
            return self.language.is_named(position, name);
        }
        let mut others = self.guards.names_of(position);
        // Whatever a guard calls an object is no null, whether or not a guard names that.
        if !others.iter().any(|other| other == "null") {
            others.insert(0, "null".into());
        }
        let not: Option<Vec<String>> =
            others.iter().map(|other| self.language.is_named(position, other).map(|is| format!("!{is}"))).collect();
        Some(format!("({})", not?.join(" && ")))
    }
}

fn boolean_operator(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::And => Some("&&"),
        BinaryOp::Or => Some("||"),
        BinaryOp::Xor => Some("!="),
        BinaryOp::Equal => Some("=="),
        _ => None,
    }
}

/// The operators on numbers that all languages write alike.
fn common_operator(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Equal => Some("=="),
        BinaryOp::SignedLess => Some("<"),
        BinaryOp::SignedLessEqual => Some("<="),
        BinaryOp::BitAnd => Some("&"),
        BinaryOp::BitOr => Some("|"),
        BinaryOp::BitXor => Some("^"),
        _ => None,
    }
}

fn infix(operator: Option<&str>, a: &str, b: &str) -> Option<String> {
    operator.map(|operator| format!("({a} {operator} {b})"))
}

/// Without the parentheses around all of it.
fn without_parentheses(text: String) -> String {
    let mut depth = 0usize;
    for (position, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && position + 1 < text.len() {
            return text;
        }
    }
    match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner.to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::without_parentheses;

    #[test]
    fn only_parentheses_around_all_of_it_go() {
        let bare = |text: &str| without_parentheses(text.to_string());
        assert_eq!(bare("(a == b)"), "a == b");
        assert_eq!(bare("(a) == (b)"), "(a) == (b)");
        assert_eq!(bare("!(a)"), "!(a)");
    }
}
