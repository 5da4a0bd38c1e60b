//! Tokens to parse tree: statements.

use super::ast::*;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::diagnostic::Span;

impl Parser {
    /// Statements up to a closing brace, which is consumed.
    pub(super) fn statements_until_brace(&mut self) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.accept("}") {
            if *self.peek() == TokenKind::End {
                return self.unexpected("a statement or `}`");
            }
            statements.push(self.nested(Self::statement)?);
        }
        Ok(statements)
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        self.statements_until_brace()
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Word(word) => match word.as_str() {
                "var" => self.local_variable()?,
                "if" => self.conditional()?,
                "while" => self.repetition()?,
                "choose" => self.choice()?,
                "assume" => self.assumption()?,
                "assert" => self.assertion()?,
                "havoc" => self.havoc()?,
                "error" => self.failure()?,
                "return" => self.give_back()?,
                "match" if self.is_before_name() => self.match_outcomes()?,
                _ => self.assignment_or_call()?,
            },
            TokenKind::Quoted(_) => self.assignment_or_call()?,
            _ => return self.unexpected("a statement"),
        };
        Ok(Statement { kind, span: start.to(self.last_span()) })
    }

    fn local_variable(&mut self) -> Parsed<StatementKind> {
        let (name, ty, value) = self.declaration()?;
        Ok(StatementKind::Declare { name, ty, value })
    }

    fn conditional(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let condition = self.condition()?;
        let then = self.block()?;
        let otherwise = match self.accept_word("else") {
            true if self.at_word("if") => vec![self.nested(Self::statement)?],
            true => self.block()?,
            false => Vec::new(),
        };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn repetition(&mut self) -> Parsed<StatementKind> {
        self.advance();
        Ok(StatementKind::While { condition: self.condition()?, body: self.block()? })
    }

    fn condition(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn choice(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let mut branches = vec![self.block()?];
        while self.accept_word("or") {
            branches.push(self.block()?);
        }
        if branches.len() == 1 {
            return self.unexpected("`or { … }`");
        }
        Ok(StatementKind::Choose(branches))
    }

    fn assumption(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let condition = self.expression()?;
        self.expect(";")?;
        Ok(StatementKind::Assume(condition))
    }

    fn assertion(&mut self) -> Parsed<StatementKind> {
        let start = self.span();
        self.advance();
        let condition = self.expression()?;
        let message = if self.accept(":") { self.message()? } else { None };
        let span: Span = start.to(self.last_span());
        self.expect(";")?;
        Ok(StatementKind::Assert {
            condition,
            kind: ErrorKind { name: Some("assertion".into()), message, place: None, span },
        })
    }

    fn message(&mut self) -> Parsed<Option<String>> {
        match self.accept_text() {
            Some(text) => Ok(Some(text)),
            None => self.unexpected("a message in quotes"),
        }
    }

    fn havoc(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.name("a variable's name")?;
        self.expect(";")?;
        Ok(StatementKind::Assign { name, value: Value::Any })
    }

    fn failure(&mut self) -> Parsed<StatementKind> {
        let kind = self.error_kind()?;
        self.expect(";")?;
        Ok(StatementKind::Error(kind))
    }

    fn give_back(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let value = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        Ok(StatementKind::Return(value))
    }

    fn assignment_or_call(&mut self) -> Parsed<StatementKind> {
        let name = self.name("a statement")?;
        if self.accept(".") {
            let call = self.held_call(name)?;
            self.expect(";")?;
            return Ok(StatementKind::Call { call, branches: None });
        }
        self.expect("=")?;
        let value = self.value()?;
        self.expect(";")?;
        Ok(StatementKind::Assign { name, value })
    }

    /// What stands behind the dot of `lock.release(3)`.
    fn held_call(&mut self, holder: Name) -> Parsed<HeldCall> {
        let constructor = self.accept_word("new");
        let method = self.name("the name of a method")?;
        let arguments = self.call_arguments()?;
        let span = holder.span.to(self.last_span());
        Ok(HeldCall { holder, method, constructor, arguments, span })
    }

    /// `match lock.try_acquire() { acquired { … } busy { … } }`
    fn match_outcomes(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let holder = self.name("a held component")?;
        self.expect(".")?;
        let call = self.held_call(holder)?;
        self.expect("{")?;
        let mut branches = Vec::new();
        while !self.accept("}") {
            branches.push(self.outcome_branch()?);
        }
        Ok(StatementKind::Call { call, branches: Some(branches) })
    }

    fn outcome_branch(&mut self) -> Parsed<OutcomeBranch> {
        let span = self.span();
        let mut outcomes = Vec::new();
        if !self.accept_word("else") {
            outcomes.push(self.outcome_name("an outcome, `else` or `}`")?);
            while self.accept("|") {
                outcomes.push(self.outcome_name("an outcome")?);
            }
        }
        let span = span.to(self.last_span());
        Ok(OutcomeBranch { outcomes, statements: self.block()?, span })
    }
}
