//! Expressions to terms: resolves names and checks types. Terms are built exactly as written, without rewriting, so
//! that printing and parsing are inverse.

use etiquette_logic::{BinaryOp, MAX_WIDTH, Node, Term, UnaryOp, mask};

use super::ast::*;
use crate::alphabet::observer_name;
use crate::component::{Binding, Component, Type};
use crate::diagnostic::{Diagnostic, Span};
use crate::passes::{sign_name, signed_number};

pub(super) type Typed = Result<(Term, Type), Diagnostic>;

/// Types expressions in the scope of some bindings.
pub(super) struct Typing<'a> {
    pub component: &'a mut Component,
    /// Parameters and local variables that can be seen, the state variables aside.
    pub scope: &'a [Binding],
}

/// What Java calls some of the types.
const JAVA_NAMES: [(&str, &str); 6] =
    [("int", "i32"), ("long", "i64"), ("short", "i16"), ("byte", "i8"), ("char", "u16"), ("boolean", "bool")];

impl Type {
    /// The type with this name that means the same in every component: truth values, and numbers of some size.
    fn plain(name: &str) -> Option<Type> {
        if name == "bool" {
            return Some(Type::Bool);
        }
        let signed = name.starts_with('i');
        let width: u32 = name.strip_prefix(['i', 'u'])?.parse().ok()?;
        let canonical = name[1..] == width.to_string();
        ((1..=MAX_WIDTH).contains(&width) && canonical).then_some(Type::Int { width, signed })
    }

    /// The type of truth values or numbers that has this name in the component language or in Java.
    pub fn of_source(name: &str) -> Option<Type> {
        let meant = JAVA_NAMES.iter().find(|(written, _)| *written == name);
        Type::plain(meant.map_or(name, |(_, meant)| meant))
    }

    /// What Java calls it, where Java has it.
    pub fn java_name(self) -> Option<&'static str> {
        JAVA_NAMES.iter().find(|(_, meant)| Type::plain(meant) == Some(self)).map(|(written, _)| *written)
    }
}

/// The type with this name, if there is one.
pub(super) fn type_named(component: &Component, name: &str) -> Option<Type> {
    let position = component.enums.iter().position(|candidate| candidate.name == name);
    position.filter(|_| name != "bool").map(Type::Enum).or_else(|| Type::plain(name))
}

/// The type with this name, or a message.
pub(super) fn resolve_type(component: &Component, name: &Name) -> Result<Type, Diagnostic> {
    type_named(component, &name.text).ok_or_else(|| {
        let common = ["bool", "i32", "i64", "u8", "i8", "i16", "u16", "u32", "u64"];
        let known = common.into_iter().chain(component.enums.iter().map(|found| found.name.as_str()));
        let diagnostic = Diagnostic::new(name.span, format!("there is no type `{}`", name.text));
        match JAVA_NAMES.iter().find(|(written, _)| *written == name.text) {
            Some((_, meant)) => diagnostic.help(format!("write `{meant}`")),
            None => diagnostic
                .help("types are `bool`, `i1` to `i64`, `u1` to `u64`, and the component's enums")
                .suggest(&name.text, known),
        }
    })
}

/// Whether the expression is made of numbers only, so that its type comes from its surroundings.
fn is_untyped(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Number(_) => true,
        ExpressionKind::Unary("-" | "~", operand) => is_untyped(operand),
        ExpressionKind::Binary(operator, a, b) => is_arithmetic(operator) && is_untyped(a) && is_untyped(b),
        ExpressionKind::Conditional(_, a, b) => is_untyped(a) && is_untyped(b),
        _ => false,
    }
}

fn is_arithmetic(operator: &str) -> bool {
    matches!(operator, "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | ">>>")
}

impl Typing<'_> {
    /// The term of an expression that must have the given type.
    pub fn check(&mut self, expression: &Expression, expected: Type) -> Result<Term, Diagnostic> {
        let (term, found) = self.infer(expression, Some(expected))?;
        if found == expected { Ok(term) } else { Err(self.mismatch(expression.span, expected, found)) }
    }

    fn mismatch(&self, span: Span, expected: Type, found: Type) -> Diagnostic {
        let (expected_name, found_name) = (self.component.type_name(expected), self.component.type_name(found));
        let diagnostic = Diagnostic::new(span, format!("expected `{expected_name}`, found `{found_name}`"))
            .label(format!("this is `{found_name}`"));
        match (expected, found) {
            (Type::Bool, Type::Int { .. }) => diagnostic.help("compare it, as in `x != 0`"),
            (Type::Int { .. }, _) => diagnostic.help(format!("convert it with `{expected_name}(…)`")),
            _ => diagnostic,
        }
    }

    /// The term and type of an expression; `expected` helps numbers and enum values to find their type.
    pub fn infer(&mut self, expression: &Expression, expected: Option<Type>) -> Typed {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Bool(value) => Ok((self.component.terms.bool(*value), Type::Bool)),
            ExpressionKind::Number(value) => self.number(span, u128::from(*value), false, expected),
            ExpressionKind::Name(name) => self.name(span, name, expected),
            ExpressionKind::Unary("-", operand) if matches!(operand.kind, ExpressionKind::Number(_)) => {
                let ExpressionKind::Number(value) = operand.kind else { unreachable!("matched above") };
                self.number(span, u128::from(value), true, expected)
            }
            ExpressionKind::Unary(operator, operand) => self.unary(operator, operand, expected),
            ExpressionKind::Binary(operator, a, b) => self.binary(span, operator, a, b, expected),
            ExpressionKind::Joined(operator, parts) => self.joined(operator, parts),
            ExpressionKind::Conditional(condition, a, b) => self.conditional(condition, a, b, expected),
            ExpressionKind::Call(name, arguments) => self.application(span, name, arguments),
        }
    }

    fn number(&mut self, span: Span, magnitude: u128, negative: bool, expected: Option<Type>) -> Typed {
        let sign = if negative { "-" } else { "" };
        let Some(ty) = expected else {
            return Err(Diagnostic::new(span, "the type of this number can't be told from its surroundings")
                .help(format!("write `i32({sign}{magnitude})`, or another type")));
        };
        let Type::Int { width, signed } = ty else {
            let found = Type::Int { width: 32, signed: true };
            let mut diagnostic = self.mismatch(span, ty, found);
            diagnostic.label = Some("this is a number".into());
            diagnostic.message = format!("expected `{}`, found a number", self.component.type_name(ty));
            return Err(diagnostic);
        };
        let limit = match (signed, negative) {
            (true, true) => 1u128 << (width - 1),
            (true, false) => (1u128 << (width - 1)) - 1,
            (false, true) => 0,
            (false, false) => u128::from(mask(width)),
        };
        if magnitude > limit {
            let name = self.component.type_name(ty);
            let lowest = if signed { format!("-{}", 1u128 << (width - 1)) } else { "0".into() };
            let highest = if signed { (1u128 << (width - 1)) - 1 } else { u128::from(mask(width)) };
            return Err(Diagnostic::new(span, format!("{sign}{magnitude} does not fit into `{name}`"))
                .help(format!("`{name}` holds {lowest} to {highest}")));
        }
        let value = magnitude as u64;
        Ok((self.component.terms.bits(width, if negative { value.wrapping_neg() } else { value }), ty))
    }

    fn name(&mut self, span: Span, name: &str, expected: Option<Type>) -> Typed {
        if let Some(binding) = self.variable(name) {
            let (symbol, ty) = (binding.symbol, binding.ty);
            return Ok((self.component.terms.symbol(symbol), ty));
        }
        let (index, value) = self.enum_value(span, name, expected)?;
        let width = self.component.enums[index].width();
        Ok((self.component.terms.bits(width, value), Type::Enum(index)))
    }

    fn variable(&self, name: &str) -> Option<&Binding> {
        let variables = self.component.variables.iter().map(|variable| &variable.binding);
        self.scope.iter().chain(variables).find(|binding| binding.name == name)
    }

    fn enum_value(&self, span: Span, name: &str, expected: Option<Type>) -> Result<(usize, u64), Diagnostic> {
        let position = |index: usize| self.component.enums[index].values.iter().position(|value| value == name);
        let found: Vec<(usize, u64)> = (0..self.component.enums.len())
            .filter_map(|index| position(index).map(|value| (index, value as u64)))
            .collect();
        let wanted = found.iter().find(|(index, _)| expected == Some(Type::Enum(*index)));
        match (wanted, &found[..]) {
            (Some(&exact), _) | (None, &[exact]) => Ok(exact),
            (None, []) => Err(self.unknown_name(span, name)),
            (None, _) => Err(Diagnostic::new(span, format!("`{name}` is a value of several enums"))
                .help("compare it with a variable of the enum that you mean, on its left")),
        }
    }

    fn unknown_name(&self, span: Span, name: &str) -> Diagnostic {
        let variables = self.component.variables.iter().map(|variable| variable.binding.name.as_str());
        let values = self.component.enums.iter().flat_map(|found| found.values.iter().map(String::as_str));
        let known = self.scope.iter().map(|binding| binding.name.as_str()).chain(variables).chain(values);
        let help = match name.ends_with("()") {
            true => {
                "guards ask only what the code asks of its arguments; a call of a held component is a statement of its own"
            }
            false => "declare it with `var`, as state of the component or inside the method",
        };
        Diagnostic::new(span, format!("there is no variable `{name}`"))
            .label("not declared")
            .help(help)
            .suggest(name, known)
    }

    fn unary(&mut self, operator: &str, operand: &Expression, expected: Option<Type>) -> Typed {
        if operator == "!" {
            let term = self.check(operand, Type::Bool)?;
            return Ok((self.component.terms.intern(Node::Unary(UnaryOp::Not, term)), Type::Bool));
        }
        let (term, ty) = self.infer(operand, expected)?;
        self.require_integer(operand.span, operator, ty)?;
        let op = if operator == "-" { UnaryOp::Negate } else { UnaryOp::BitNot };
        Ok((self.component.terms.intern(Node::Unary(op, term)), ty))
    }

    fn require_integer(&self, span: Span, operator: &str, ty: Type) -> Result<bool, Diagnostic> {
        if let Type::Int { signed, .. } = ty {
            return Ok(signed);
        }
        let name = self.component.type_name(ty);
        let diagnostic = Diagnostic::new(span, format!("`{operator}` takes integers, not `{name}`"));
        Err(match ty {
            Type::Enum(index) => {
                diagnostic.help(format!("convert it with `u{}(…)`", self.component.enums[index].width()))
            }
            _ => diagnostic.help("combine booleans with `&&`, `||`, `!`, `==` and `^`"),
        })
    }

    fn joined(&mut self, operator: &str, parts: &[Expression]) -> Typed {
        let op = if operator == "&&" { BinaryOp::And } else { BinaryOp::Or };
        let mut joined = self.check(&parts[0], Type::Bool)?;
        for part in &parts[1..] {
            let term = self.check(part, Type::Bool)?;
            joined = self.component.terms.intern(Node::Binary(op, joined, term));
        }
        Ok((joined, Type::Bool))
    }

    fn binary(&mut self, span: Span, operator: &str, a: &Expression, b: &Expression, expected: Option<Type>) -> Typed {
        if let Some(test) = self.test_of_sign(operator, a, b) {
            return Ok((test, Type::Bool));
        }
        let hint = if is_arithmetic(operator) { expected } else { None };
        let (left, right, ty) = self.operands(span, a, b, hint)?;
        if matches!(operator, "==" | "!=") {
            return Ok((self.equality(operator, left, right), Type::Bool));
        }
        if ty == Type::Bool && matches!(operator, "&" | "|" | "^") {
            let op = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor]
                [["&", "|", "^"].iter().position(|o| *o == operator).unwrap_or(0)];
            return Ok((self.component.terms.intern(Node::Binary(op, left, right)), Type::Bool));
        }
        let signed = self.require_integer(a.span, operator, ty)?;
        let (op, swapped) = integer_operator(operator, signed);
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let result = if is_arithmetic(operator) { ty } else { Type::Bool };
        Ok((self.component.terms.intern(Node::Binary(op, left, right)), result))
    }

    /// `count < 0` where only the sign of `count` is kept, as people read it.
    fn test_of_sign(&mut self, operator: &str, a: &Expression, b: &Expression) -> Option<Term> {
        let (Some(number), ExpressionKind::Number(0)) = (number_named(a), &b.kind) else { return None };
        let (sign, compared) = match operator {
            "<" => (0, "=="),
            ">=" => (0, "!="),
            "==" | "!=" => (1, operator),
            ">" => (2, "=="),
            "<=" => (2, "!="),
            _ => return None,
        };
        let holder = self.variable(&sign_name(number)).filter(|_| self.variable(number).is_none())?;
        signed_number(self.component, holder)?;
        let symbol = holder.symbol;
        let (variable, sort) = (self.component.terms.symbol(symbol), self.component.terms.symbol_sort(symbol));
        let sign = self.component.terms.constant(sort, sign);
        Some(self.equality(compared, variable, sign))
    }

    fn equality(&mut self, operator: &str, left: Term, right: Term) -> Term {
        let equal = self.component.terms.intern(Node::Binary(BinaryOp::Equal, left, right));
        if operator == "==" { equal } else { self.component.terms.intern(Node::Unary(UnaryOp::Not, equal)) }
    }

    /// Two operands of one type: the one whose type can be told by itself decides.
    fn operands(
        &mut self,
        span: Span,
        a: &Expression,
        b: &Expression,
        hint: Option<Type>,
    ) -> Result<(Term, Term, Type), Diagnostic> {
        if is_untyped(a) && !is_untyped(b) {
            let (right, ty) = self.infer(b, hint)?;
            return Ok((self.check(a, ty)?, right, ty));
        }
        if is_untyped(a) && hint.is_none() {
            return Err(Diagnostic::new(span, "the type of these numbers can't be told from their surroundings")
                .help("convert one of them, as in `i32(1)`"));
        }
        let (left, ty) = self.infer(a, hint)?;
        Ok((left, self.check(b, ty)?, ty))
    }

    fn conditional(&mut self, condition: &Expression, a: &Expression, b: &Expression, expected: Option<Type>) -> Typed {
        let condition = self.check(condition, Type::Bool)?;
        let (then, otherwise, ty) = self.operands(a.span.to(b.span), a, b, expected)?;
        Ok((self.component.terms.intern(Node::Ite(condition, then, otherwise)), ty))
    }

    fn application(&mut self, span: Span, name: &Name, arguments: &[Expression]) -> Typed {
        if name.text == "extract" {
            return self.extraction(span, arguments);
        }
        let is_it = |known: &&Binding| arguments.is_empty() && known.name == observer_name(&name.text);
        if let Some(observer) = self.scope.iter().find(is_it) {
            let (symbol, ty) = (observer.symbol, observer.ty);
            return Ok((self.component.terms.symbol(symbol), ty));
        }
        let ty = resolve_type(self.component, name).map_err(|_| {
            Diagnostic::new(name.span, format!("there is no conversion `{}`", name.text))
                .help("`i32(x)`, `u8(x)` and the like convert integers; methods can't be called in expressions")
        })?;
        let [argument] = arguments else {
            return Err(Diagnostic::new(span, "a conversion takes one argument"));
        };
        self.conversion(argument, ty)
    }

    fn conversion(&mut self, argument: &Expression, to: Type) -> Typed {
        if is_untyped(argument) {
            return Ok((self.check(argument, to)?, to));
        }
        let (term, from) = self.infer(argument, None)?;
        let Type::Int { width, .. } = to else {
            return Err(self.mismatch(argument.span, to, from));
        };
        let terms = &mut self.component.terms;
        if from == Type::Bool {
            let (one, zero) = (terms.bits(width, 1), terms.bits(width, 0));
            return Ok((terms.intern(Node::Ite(term, one, zero)), to));
        }
        let signed = matches!(from, Type::Int { signed: true, .. });
        let old_width = terms.sort(term).width();
        let converted = match old_width.cmp(&width) {
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => {
                terms.intern(Node::Unary(UnaryOp::Extract { high: width - 1, low: 0 }, term))
            }
            std::cmp::Ordering::Less if signed => terms.intern(Node::Unary(UnaryOp::SignExtend(width), term)),
            std::cmp::Ordering::Less => terms.intern(Node::Unary(UnaryOp::ZeroExtend(width), term)),
        };
        Ok((converted, to))
    }

    fn extraction(&mut self, span: Span, arguments: &[Expression]) -> Typed {
        let usage =
            || Diagnostic::new(span, "`extract` is written `extract(value, high, low)`, with numbers for the bits");
        let [value, high, low] = arguments else {
            return Err(usage());
        };
        let (ExpressionKind::Number(high), ExpressionKind::Number(low)) = (&high.kind, &low.kind) else {
            return Err(usage());
        };
        let (term, ty) = self.infer(value, None)?;
        let width = self.component.sort(ty).width();
        if ty == Type::Bool || low > high || *high >= u64::from(width) {
            return Err(usage().help(format!("the value has the bits {} down to 0", width - 1)));
        }
        let (high, low) = (*high as u32, *low as u32);
        let term = self.component.terms.intern(Node::Unary(UnaryOp::Extract { high, low }, term));
        Ok((term, Type::Int { width: high - low + 1, signed: false }))
    }
}

/// The number that an expression is; lengths are read as converted.
fn number_named(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(name),
        ExpressionKind::Call(conversion, arguments) if conversion.text == "i32" => match &arguments[..] {
            [Expression { kind: ExpressionKind::Name(name), .. }] => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The operator on integers, and whether its operands are swapped (`a > b` is `b < a`).
fn integer_operator(operator: &str, signed: bool) -> (BinaryOp, bool) {
    use BinaryOp::*;
    let by_sign = |yes, no| if signed { yes } else { no };
    match operator {
        "+" => (Add, false),
        "-" => (Sub, false),
        "*" => (Mul, false),
        "/" => (by_sign(SignedDiv, UnsignedDiv), false),
        "%" => (by_sign(SignedRem, UnsignedRem), false),
        "&" => (BitAnd, false),
        "|" => (BitOr, false),
        "^" => (BitXor, false),
        "<<" => (ShiftLeft, false),
        ">>" => (by_sign(ShiftRightArithmetic, ShiftRightLogical), false),
        ">>>" => (ShiftRightLogical, false),
        "<" | ">" => (by_sign(SignedLess, UnsignedLess), operator == ">"),
        _ => (by_sign(SignedLessEqual, UnsignedLessEqual), operator == ">="),
    }
}
