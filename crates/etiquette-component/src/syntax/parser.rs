//! Tokens to parse tree: declarations and methods. Recursive descent, with a bound on nesting so that no input can
//! exhaust the stack.

use super::ast::*;
use super::lexer::{Token, TokenKind, tokenize};
use crate::diagnostic::{Diagnostic, Span};

/// Nesting of statements and expressions beyond this is refused.
pub(super) const MAX_NESTING: usize = 100;

/// Words that can't be names unless they are written in backticks.
pub(crate) const KEYWORDS: [&str; 21] = [
    "component",
    "enum",
    "var",
    "initially",
    "error",
    "when",
    "method",
    "new",
    "graph",
    "if",
    "else",
    "while",
    "choose",
    "or",
    "assume",
    "assert",
    "havoc",
    "return",
    "true",
    "false",
    "extract",
];

/// What is expected behind `->`.
const OUTCOME: &str = "an outcome's name or a type";

/// What to do about a dot in a place where none can stand.
const ABOUT_DOTS: &str =
    "a name with a dot in it goes into backticks; a call of a held component is a statement of its own";

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// Parses a whole component.
pub(super) fn parse_component(text: &str) -> Parsed<ComponentSyntax> {
    let mut parser = Parser::new(text)?;
    parser.expect_word("component")?;
    let name = parser.name("the component's name")?;
    parser.expect("{")?;
    let mut items = Vec::new();
    while !parser.accept("}") {
        items.push(parser.item()?);
    }
    parser.expect_end()?;
    Ok(ComponentSyntax { name, items })
}

/// Parses a single expression.
pub(crate) fn parse_expression(text: &str) -> Parsed<Expression> {
    let mut parser = Parser::new(text)?;
    let expression = parser.expression()?;
    parser.expect_end()?;
    Ok(expression)
}

pub(super) struct Parser {
    tokens: Vec<Token>,
    position: usize,
    pub(super) depth: usize,
}

/// A text and a place, where they are given.
type Described = (Option<String>, Option<(String, u32)>);

impl Parser {
    fn new(text: &str) -> Parsed<Self> {
        Ok(Parser { tokens: tokenize(text)?, position: 0, depth: 0 })
    }

    pub(super) fn peek(&self) -> &TokenKind {
        &self.tokens[self.position].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.position].span
    }

    /// The place of the token before the current one.
    pub(super) fn last_span(&self) -> Span {
        self.tokens[self.position.saturating_sub(1)].span
    }

    pub(super) fn advance(&mut self) {
        if self.position + 1 < self.tokens.len() {
            self.position += 1;
        }
    }

    pub(super) fn at(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(found) if found == word)
    }

    /// The word behind a dot that comes next, if it is no call.
    pub(super) fn word_behind_dot(&self) -> Option<String> {
        let ahead = |distance: usize| self.tokens.get(self.position + distance).map(|token| &token.kind);
        match (ahead(0), ahead(1), ahead(2)) {
            (_, _, Some(TokenKind::Symbol("("))) => None,
            (Some(TokenKind::Symbol(".")), Some(TokenKind::Word(word)), _) => Some(word.clone()),
            _ => None,
        }
    }

    /// The method that is called without arguments on what stands before.
    pub(super) fn call_behind_dot(&self) -> Option<String> {
        let ahead = |distance: usize| self.tokens.get(self.position + distance).map(|token| &token.kind);
        let is = |distance: usize, symbol: &str| matches!(ahead(distance), Some(TokenKind::Symbol(found)) if *found == symbol);
        match ahead(1) {
            Some(TokenKind::Word(word)) if is(0, ".") && is(2, "(") && is(3, ")") => Some(word.clone()),
            _ => None,
        }
    }

    pub(super) fn accept(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let found = self.peek().describe();
        let problem = Diagnostic::new(self.span(), format!("expected {wanted}, found {found}"))
            .label(format!("expected {wanted}"));
        Err(if self.at(".") { problem.help(ABOUT_DOTS) } else { problem })
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<Span> {
        let span = self.span();
        if self.accept(symbol) { Ok(span) } else { self.unexpected(&format!("`{symbol}`")) }
    }

    /// Whether a name comes after the current word, so that the word can't be one itself.
    pub(super) fn is_before_name(&self) -> bool {
        let next = self.tokens.get(self.position + 1);
        matches!(next.map(|token| &token.kind), Some(TokenKind::Word(_) | TokenKind::Quoted(_)))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    fn expect_end(&mut self) -> Parsed<()> {
        if *self.peek() == TokenKind::End { Ok(()) } else { self.unexpected("the end of the file") }
    }

    /// Runs one level deeper, or refuses.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_NESTING {
            return Err(Diagnostic::new(self.span(), format!("nested more than {MAX_NESTING} levels deep"))
                .help("split it into several statements or local variables"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        let text = match self.peek() {
            TokenKind::Word(word) if KEYWORDS.contains(&word.as_str()) => {
                let help = format!("`{word}` is a keyword; write it in backticks to use it as a name");
                return self.unexpected(what).map_err(|diagnostic| diagnostic.help(help));
            }
            TokenKind::Word(word) | TokenKind::Quoted(word) => word.clone(),
            _ => return self.unexpected(what),
        };
        self.advance();
        Ok(Name { text, span })
    }

    fn item(&mut self) -> Parsed<Item> {
        let TokenKind::Word(word) = self.peek().clone() else {
            return self.unexpected("a declaration (`var`, `enum`, `method`, `new`, …) or `}`");
        };
        match word.as_str() {
            "enum" => self.enumeration(),
            "var" => self.variable(),
            "initially" => self.initially(),
            "error" => self.error_when(),
            "method" | "new" => self.method().map(Item::Method),
            "uses" => self.uses(),
            "role" => self.role(),
            _ => {
                let known = ["enum", "var", "initially", "error", "method", "new", "uses", "role"];
                self.unexpected("a declaration (`var`, `enum`, `method`, `new`, …) or `}`")
                    .map_err(|diagnostic| diagnostic.suggest(&word, known))
            }
        }
    }

    fn enumeration(&mut self) -> Parsed<Item> {
        self.advance();
        let name = self.name("the type's name")?;
        self.expect("{")?;
        let mut values = vec![self.name("a value's name")?];
        while self.accept(",") {
            if self.at("}") {
                break;
            }
            values.push(self.name("a value's name")?);
        }
        self.expect("}")?;
        Ok(Item::Enum { name, values })
    }

    /// `uses lock: "lock.component";` The word is no keyword: nothing else can begin a declaration.
    fn uses(&mut self) -> Parsed<Item> {
        self.advance();
        let name = self.name("a name for the held component")?;
        self.expect(":")?;
        let span = self.span();
        let Some(text) = self.accept_text() else {
            return self.unexpected("a file's name in quotes");
        };
        self.expect(";")?;
        Ok(Item::Uses { name, file: Name { text, span } })
    }

    /// `role it: Iterator made by iterator { … }`, or with `;` in place of the block. No word of it is a keyword.
    fn role(&mut self) -> Parsed<Item> {
        self.advance();
        let name = self.name("the role's name")?;
        self.expect(":")?;
        let ty = self.name("the type that clients know the object by")?;
        let mut made_by = Vec::new();
        if self.accept_word("made") {
            self.expect_word("by")?;
            made_by.push(self.name("the method that makes the object")?);
            while self.accept(",") {
                made_by.push(self.name("the method that makes the object")?);
            }
        }
        let items = if self.accept(";") { None } else { Some(self.nested(Self::role_items)?) };
        Ok(Item::Role(RoleSyntax { name, ty, made_by, items }))
    }

    fn role_items(&mut self) -> Parsed<Vec<Item>> {
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.accept("}") {
            match self.at_word("var") || self.at_word("method") || self.at_word("new") {
                true => items.push(self.item()?),
                false => return self.unexpected("`var`, `method`, `new` or `}`"),
            }
        }
        Ok(items)
    }

    fn variable(&mut self) -> Parsed<Item> {
        let (name, ty, initial) = self.declaration()?;
        Ok(Item::Variable { name, ty, initial })
    }

    /// `var name: type = value;`, for state and local variables.
    pub(super) fn declaration(&mut self) -> Parsed<(Name, Name, Value)> {
        self.advance();
        let (name, ty) = self.typed_name("the variable's name")?;
        if !self.at("=") {
            return self.unexpected("`= value`").map_err(|diagnostic| {
                diagnostic.help("every variable needs an initial value; `= *` stands for any value of its type")
            });
        }
        self.advance();
        let value = self.value()?;
        self.expect(";")?;
        Ok((name, ty, value))
    }

    fn typed_name(&mut self, what: &str) -> Parsed<(Name, Name)> {
        let name = self.name(what)?;
        self.expect(":")?;
        Ok((name, self.name("a type (`bool`, `i32`, `u8`, … or an enum)")?))
    }

    pub(super) fn value(&mut self) -> Parsed<Value> {
        if self.at("?") {
            return self.gap().map(Value::Unknown);
        }
        if self.accept("*") { Ok(Value::Any) } else { self.expression().map(Value::Expression) }
    }

    /// `? "what" @ "File.java":12`, everything behind the sign optional.
    fn gap(&mut self) -> Parsed<GapSyntax> {
        let start = self.span();
        self.advance();
        let (what, place) = self.described()?;
        Ok(GapSyntax { what, place, span: start.to(self.last_span()) })
    }

    /// `"text" @ "File.java":12`, both optional.
    fn described(&mut self) -> Parsed<Described> {
        let text = self.accept_text();
        let place = if self.accept("@") { Some(self.place()?) } else { None };
        Ok((text, place))
    }

    fn initially(&mut self) -> Parsed<Item> {
        self.advance();
        let condition = self.expression()?;
        self.expect(";")?;
        Ok(Item::Initially(condition))
    }

    fn error_when(&mut self) -> Parsed<Item> {
        let mut kind = self.error_kind()?;
        self.expect_word("when")?;
        let condition = self.expression()?;
        kind.span = kind.span.to(condition.span);
        self.expect(";")?;
        Ok(Item::ErrorWhen { condition, kind })
    }

    /// `error Name "message" @ "File.java":12`, everything behind the keyword optional.
    pub(super) fn error_kind(&mut self) -> Parsed<ErrorKind> {
        let start = self.span();
        self.advance();
        let mut kind = ErrorKind { name: None, message: None, place: None, span: start };
        if matches!(self.peek(), TokenKind::Word(word) if word != "when") || matches!(self.peek(), TokenKind::Quoted(_))
        {
            kind.name = Some(self.name("the error's name")?.text);
        }
        (kind.message, kind.place) = self.described()?;
        kind.span = start.to(self.last_span());
        Ok(kind)
    }

    pub(super) fn accept_text(&mut self) -> Option<String> {
        let TokenKind::Text(text) = self.peek() else {
            return None;
        };
        let text = text.clone();
        self.advance();
        Some(text)
    }

    fn place(&mut self) -> Parsed<(String, u32)> {
        let Some(file) = self.accept_text() else {
            return self.unexpected("a file's name in quotes");
        };
        self.expect(":")?;
        Ok((file, self.small_number("a line number")?))
    }

    fn small_number(&mut self, what: &str) -> Parsed<u32> {
        let number = match *self.peek() {
            TokenKind::Number(value) => u32::try_from(value).ok(),
            _ => None,
        };
        let Some(number) = number else {
            return self.unexpected(what);
        };
        self.advance();
        Ok(number)
    }

    fn method(&mut self) -> Parsed<MethodSyntax> {
        let constructor = self.at_word("new");
        self.advance();
        let name = self.name("the method's name")?;
        let parameters = self.parameters()?;
        let outcomes = if self.accept("->") { Some(self.outcomes()?) } else { None };
        let graph = self.accept_word("graph");
        self.expect("{")?;
        let body = if graph { self.graph()? } else { BodySyntax::Statements(self.statements_until_brace()?) };
        Ok(MethodSyntax { name, constructor, parameters, outcomes, body, end: self.last_span() })
    }

    fn parameters(&mut self) -> Parsed<Vec<(Name, Name)>> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.at(")") {
            parameters.push(self.typed_name("a parameter's name")?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(parameters)
    }

    fn outcomes(&mut self) -> Parsed<OutcomesSyntax> {
        let first = self.outcome_name(OUTCOME)?;
        if !self.at("|") {
            return Ok(OutcomesSyntax::One(first));
        }
        let mut names = vec![first];
        while self.accept("|") {
            names.push(self.outcome_name(OUTCOME)?);
        }
        Ok(OutcomesSyntax::Several(names))
    }

    /// An outcome's name; `true` and `false` are names here.
    pub(super) fn outcome_name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        for word in ["true", "false"] {
            if self.accept_word(word) {
                return Ok(Name { text: word.into(), span });
            }
        }
        self.name(what)
    }

    /// `0 -> 1: assume x > 0;` … `3: return ok;`
    fn graph(&mut self) -> Parsed<BodySyntax> {
        let mut locals = Vec::new();
        while self.accept_word("var") {
            locals.push(self.typed_name("the variable's name")?);
            self.expect(";")?;
        }
        let mut edges = Vec::new();
        while !self.accept("}") {
            let from = self.small_number("a location's number, `var` or `}`")?;
            let to = if self.accept("->") { Some(self.small_number("a location's number")?) } else { None };
            self.expect(":")?;
            edges.push(EdgeSyntax { from, to, statement: self.statement()? });
        }
        Ok(BodySyntax::Graph { locals, edges })
    }
}
