//! Tokens to parse tree: expressions, with Java's operators and precedences.

use super::ast::*;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::alphabet::{Detail, INSTANCE_OF};
use crate::diagnostic::Diagnostic;

/// Binary operators, loosest first; those of one row associate to the left.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>", ">>>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Chains of operators other than `&&` and `||` make high trees without any nesting in the source; typing recurses over
/// them.
const MAX_HEIGHT: usize = 400;

const PREFIXES: [&str; 3] = ["!", "-", "~"];

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| {
            let condition = parser.binary(0)?;
            if !parser.accept("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":")?;
            let otherwise = parser.expression()?;
            let span = condition.span.to(otherwise.span);
            let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
            bounded(Expression::new(kind, span))
        })
    }

    /// The operator that comes next, with its level, if it binds at least as tightly as `level`.
    fn operator_from(&self, level: usize) -> Option<(&'static str, usize)> {
        let TokenKind::Symbol(found) = self.peek() else {
            return None;
        };
        let at = (level..LEVELS.len()).find(|&level| LEVELS[level].contains(found))?;
        Some((found, at))
    }

    /// Operators that bind at least as tightly as `level`, by precedence climbing.
    fn binary(&mut self, level: usize) -> Parsed<Expression> {
        let mut left = self.prefixed()?;
        while let Some((operator, at)) = self.operator_from(level) {
            self.advance();
            let right = self.binary(at + 1)?;
            left = bounded(combined(operator, left, right))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Parsed<Expression> {
        let start = self.span();
        let Some(operator) = PREFIXES.into_iter().find(|operator| self.at(operator)) else {
            return self.primary();
        };
        self.advance();
        let operand = self.nested(Self::prefixed)?;
        let span = start.to(operand.span);
        bounded(Expression::new(ExpressionKind::Unary(operator, Box::new(operand)), span))
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let span = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Number(value) => ExpressionKind::Number(value),
            TokenKind::Word(word) if word == "true" || word == "false" => ExpressionKind::Bool(word == "true"),
            TokenKind::Word(_) | TokenKind::Quoted(_) => return self.application(),
            TokenKind::Symbol("(") => return self.parenthesised(),
            _ => return self.unexpected("an expression"),
        };
        self.advance();
        Ok(Expression::new(kind, span))
    }

    fn parenthesised(&mut self) -> Parsed<Expression> {
        self.advance();
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(inner)
    }

    /// The arguments of a call, in parentheses; there may be none.
    pub(super) fn call_arguments(&mut self) -> Parsed<Vec<Expression>> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.at(")") {
            arguments.push(self.expression()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    /// `data.length` or `n.value`. A length is an `int` in the source language, whatever its type here.
    fn detail(&mut self, argument: &Name, detail: Detail<'_>) -> Expression {
        self.advance();
        self.advance();
        let span = argument.span.to(self.last_span());
        let named = Expression::new(ExpressionKind::Name(detail.name_for(&argument.text)), span);
        match detail {
            Detail::Length => {
                Expression::new(ExpressionKind::Call(Name { text: "i32".into(), span }, vec![named]), span)
            }
            Detail::Value | Detail::Instance(_) | Detail::Observer(_) => named,
        }
    }

    /// `address.isUnresolved()`: what an argument says.
    fn observer(&mut self, argument: &Name, method: &str) -> Parsed<Expression> {
        self.advance();
        self.advance();
        self.call_arguments()?;
        let call = format!("{method}()");
        let name = Detail::Observer(&call).name_for(&argument.text);
        Ok(Expression::new(ExpressionKind::Name(name), argument.span.to(self.last_span())))
    }

    /// `key instanceof a.Key`: not that it is null, nor that it is of another class.
    fn instance_of(&mut self, argument: Name) -> Parsed<Expression> {
        self.advance();
        let class = self.name("a class")?;
        let class = self.dotted(class);
        let span = argument.span.to(class.span);
        let part = |kind| Expression::new(kind, span);
        let tested = part(ExpressionKind::Name(Detail::Instance(&class.text).name_for(&argument.text)));
        let [argument, null] =
            [argument.text, "null".to_owned()].map(|name| Box::new(part(ExpressionKind::Name(name))));
        let is_null = part(ExpressionKind::Binary("==", argument, null));
        let is_other = part(ExpressionKind::Unary("!", Box::new(tested)));
        let is_neither = part(ExpressionKind::Joined("||", vec![is_null, is_other]));
        bounded(part(ExpressionKind::Unary("!", Box::new(is_neither))))
    }

    /// A name with what follows behind dots: `list.size` is a variable of its own.
    fn dotted(&mut self, mut name: Name) -> Name {
        while let Some(word) = self.word_behind_dot() {
            self.advance();
            self.advance();
            name = Name { text: format!("{}.{word}", name.text), span: name.span.to(self.last_span()) };
        }
        name
    }

    /// A name, a conversion `u8(e)` or `extract(e, high, low)`, an observer `isEmpty()`, or one of an argument.
    fn application(&mut self) -> Parsed<Expression> {
        let start = self.span();
        let name = match self.accept_word("extract") {
            true => Name { text: "extract".into(), span: start },
            false => self.name("an expression")?,
        };
        if let Some(detail) = self.word_behind_dot().and_then(|word| Detail::behind_dot(&word)) {
            return Ok(self.detail(&name, detail));
        }
        if let Some(method) = self.call_behind_dot() {
            return self.observer(&name, &method);
        }
        if self.at_word(INSTANCE_OF) {
            return self.instance_of(name);
        }
        let name = self.dotted(name);
        if !self.at("(") {
            return Ok(Expression::new(ExpressionKind::Name(name.text), name.span));
        }
        let arguments = self.call_arguments()?;
        bounded(Expression::new(ExpressionKind::Call(name, arguments), start.to(self.last_span())))
    }
}

fn combined(operator: &'static str, left: Expression, right: Expression) -> Expression {
    let span = left.span.to(right.span);
    let kind = match (operator, left.kind) {
        ("&&" | "||", ExpressionKind::Joined(same, mut parts)) if same == operator => {
            parts.push(right);
            // The tree may be wide, so its height is not worked out anew with every part.
            let height = left.height.max(parts[parts.len() - 1].height + 1);
            return Expression { kind: ExpressionKind::Joined(same, parts), span, height };
        }
        ("&&" | "||", kind) => ExpressionKind::Joined(operator, vec![Expression { kind, ..left }, right]),
        (_, kind) => ExpressionKind::Binary(operator, Box::new(Expression { kind, ..left }), Box::new(right)),
    };
    Expression::new(kind, span)
}

fn bounded(expression: Expression) -> Parsed<Expression> {
    if expression.height <= MAX_HEIGHT {
        return Ok(expression);
    }
    Err(Diagnostic::new(expression.span, format!("this expression is more than {MAX_HEIGHT} operators high"))
        .help("split it with local variables"))
}
