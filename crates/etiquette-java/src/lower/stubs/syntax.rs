//! The text form of stubs, a method a line: `java.io.Writer.write(int) returns; throws java.io.IOException`.
//!
//! Everything that is wrong is said at its place, with the nearest name where one is misspelt. `docs/java.md` describes
//! the form.

use std::str::FromStr;

use etiquette_component::Place;
use etiquette_component::diagnostic::{Diagnostic, Span, line_of, nearest};

use super::{Returned, Source, Stub};
use crate::class::Method;
use crate::classpath::ClassPath;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::{Answer, Hierarchy};
use crate::lower::model::number_type;
use crate::lower::signature::{Signature, simple_types};

const KEYWORDS: [&str; 3] = ["returns", "throws", "pure"];

type Parsed<T> = Result<T, Diagnostic>;

/// Reads the stubs of a file.
pub(super) fn read(text: &str, file: &str, classes: &ClassPath) -> Result<Vec<Stub>, Vec<Diagnostic>> {
    let (mut stubs, mut problems) = (Vec::<Stub>::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let source = Source::File(Place { file: file.to_owned(), line: line_of(text, start) });
        match Line::new(line, start, classes).stub(source) {
            Ok(Some(stub)) => match stubs.iter().find(|known| known.class == stub.class && known.method == stub.method)
            {
                Some(known) => problems.push(twice(start, line, known)),
                None => stubs.push(stub),
            },
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
        start += line.len();
    }
    if problems.is_empty() { Ok(stubs) } else { Err(problems) }
}

/// Reads a line by itself.
pub(super) fn read_line(line: &str, source: Source, classes: &ClassPath) -> Parsed<Option<Stub>> {
    Line::new(line, 0, classes).stub(source)
}

fn twice(start: usize, line: &str, known: &Stub) -> Diagnostic {
    let before = match &known.source {
        Source::File(place) => format!("line {}", place.line),
        Source::BuiltIn(_) | Source::World => "another line".into(),
    };
    let span = Span { start, end: start + line.trim_end().len() };
    Diagnostic::new(span, format!("`{}` is stubbed twice", known.method))
        .label("stubbed before")
        .help(format!("{before} has a stub for it; say all in one line, with `;` between"))
}

/// A line that is being read.
struct Line<'a> {
    text: &'a str,
    /// Where it starts in the file.
    start: usize,
    position: usize,
    classes: &'a ClassPath,
}

/// A word or a mark, with its place.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Line<'a> {
    fn new(line: &'a str, start: usize, classes: &'a ClassPath) -> Self {
        Line { text: line.split('#').next().unwrap_or(line), start, position: 0, classes }
    }

    fn stub(&mut self, source: Source) -> Parsed<Option<Stub>> {
        if self.peek().is_none() {
            return Ok(None);
        }
        let (class, signature, methods) = self.method()?;
        let clauses = self.text[self.position..].trim().to_owned();
        let mut stub =
            Stub { class, method: signature, returns: None, throws: Vec::new(), pure: false, text: clauses, source };
        loop {
            self.clause(&mut stub, &methods)?;
            match self.next() {
                None => break,
                Some(token) if token.text == ";" => {}
                Some(token) => return Err(unexpected(token, "`;` and another clause, or the end of the line")),
            }
        }
        if stub.throws.is_empty() && stub.returns.is_none() {
            stub.returns = Some(Returned::Any);
        }
        Ok(Some(stub))
    }

    /// The class's internal name, the method, and all methods that are meant.
    fn method(&mut self) -> Parsed<(String, Signature, Vec<Method>)> {
        let path = self.word("a method, as in `java.lang.System.nanoTime()`")?;
        let Some((class, name)) = path.text.rsplit_once('.').filter(|(class, _)| !class.is_empty()) else {
            let problem =
                Diagnostic::new(path.span, format!("`{}` names no class", path.text)).label("a class is missing");
            return Err(problem.help("write the class before the method, as in `java.lang.System.nanoTime()`"));
        };
        let end = path.span.start + class.len();
        let class_span = Span { start: path.span.start, end };
        let internal = self.class(class, class_span)?;
        let parameters = self.parameters()?;
        let signature = Signature { name: name.to_owned(), parameters };
        let span = Span { start: end + 1, end: self.start + self.text[..self.position].trim_end().len() };
        let methods = self.methods(&internal, &signature, span)?;
        Ok((internal, signature, methods))
    }

    /// The types in parentheses, if there are any.
    fn parameters(&mut self) -> Parsed<Option<Vec<String>>> {
        if self.peek().is_none_or(|token| token.text != "(") {
            return Ok(None);
        }
        self.next();
        let mut types = Vec::new();
        if self.peek().is_some_and(|token| token.text == ")") {
            self.next();
            return Ok(Some(types));
        }
        loop {
            types.push(self.word("a parameter's type")?.text.to_owned());
            match self.next() {
                Some(token) if token.text == ")" => return Ok(Some(types)),
                Some(token) if token.text == "," => {}
                Some(token) => return Err(unexpected(token, "`,` or `)`")),
                None => return Err(self.ended("`)`")),
            }
        }
    }

    fn clause(&mut self, stub: &mut Stub, methods: &[Method]) -> Parsed<()> {
        let keyword = self.word("`returns`, `throws` or `pure`")?;
        match keyword.text {
            "returns" => stub.returns = Some(self.returned(methods)?),
            "throws" => loop {
                let name = self.word("an exception's class")?;
                stub.throws.push(self.exception(name)?);
                match self.peek() {
                    Some(token) if token.text == "," => self.next(),
                    _ => break,
                };
            },
            "pure" => stub.pure = true,
            other => {
                let problem =
                    Diagnostic::new(keyword.span, format!("expected `returns`, `throws` or `pure`, found `{other}`"))
                        .label("no clause starts like this");
                return Err(problem.suggest(other, KEYWORDS));
            }
        }
        Ok(())
    }

    /// What is returned; nothing behind `returns` means anything.
    fn returned(&mut self, methods: &[Method]) -> Parsed<Returned> {
        let Some(token) = self.peek().filter(|token| token.text != ";") else { return Ok(Returned::Any) };
        self.next();
        if token.text == "any" {
            return Ok(Returned::Any);
        }
        let types: Vec<Option<TypeDescriptor>> = methods.iter().map(result_type).collect();
        let mut meanings = types.iter().map(|ty| self.value(token, ty.as_ref()));
        let first = meanings.next().unwrap_or(Ok(Returned::Any))?;
        for meaning in meanings {
            if meaning? != first {
                return Err(Diagnostic::new(token.span, "the methods of this name return different types")
                    .help("write the parameter types, as in `write(int)`"));
            }
        }
        Ok(first)
    }

    fn value(&self, token: Token<'_>, ty: Option<&TypeDescriptor>) -> Parsed<Returned> {
        match ty {
            None => Err(Diagnostic::new(token.span, "the method returns nothing")
                .label("not needed")
                .help("write only `returns`")),
            Some(TypeDescriptor::Object(class)) => match token.text {
                "null" => Ok(Returned::Null),
                "nonnull" => Ok(Returned::NotNull),
                name => self.constant(token, class, name),
            },
            Some(TypeDescriptor::Array(_)) => match token.text {
                "null" => Ok(Returned::Null),
                "nonnull" => Ok(Returned::NotNull),
                _ => Err(no_value(token, "an array", &["any", "null", "nonnull"])),
            },
            Some(TypeDescriptor::Boolean) => match token.text {
                "true" => Ok(Returned::Range(1, 1)),
                "false" => Ok(Returned::Range(0, 0)),
                _ => Err(no_value(token, "a boolean", &["any", "true", "false"])),
            },
            Some(ty) => range(token, ty),
        }
    }

    /// A constant of an enum class.
    fn constant(&self, token: Token<'_>, class: &str, name: &str) -> Parsed<Returned> {
        let class = self.classes.load(class).ok();
        let constants: Vec<String> = class.and_then(|class| class.enum_constants()).unwrap_or_default();
        if constants.iter().any(|constant| constant == name) {
            return Ok(Returned::Constant(name.to_owned()));
        }
        let words = ["any", "null", "nonnull"].into_iter().chain(constants.iter().map(String::as_str));
        Err(no_value(token, "an object", &words.collect::<Vec<_>>()))
    }

    fn class(&self, written: &str, span: Span) -> Parsed<String> {
        self.classes.find_by_any_name(written).map_err(|error| {
            let problem =
                Diagnostic::new(span, format!("there is no class `{written}` on the class path")).label("not found");
            match &error.suggestions[..] {
                [] => problem.help("write its full name, as in `java.util.List`"),
                names => problem.help(format!("did you mean `{}`?", names.join("` or `"))),
            }
        })
    }

    fn exception(&self, token: Token<'_>) -> Parsed<String> {
        let class = self.class(token.text, token.span)?;
        match Hierarchy::new(self.classes).is_subclass(&class, "java/lang/Throwable") {
            Answer::No => {
                Err(Diagnostic::new(token.span, format!("`{}` is no exception", token.text))
                    .label("not below `Throwable`"))
            }
            _ => Ok(class),
        }
    }

    /// The methods of a class and its supertypes that a signature means.
    fn methods(&self, class: &str, signature: &Signature, span: Span) -> Parsed<Vec<Method>> {
        let supertypes = Hierarchy::new(self.classes).supertypes(class);
        let known = supertypes.unwrap_or_else(|_| self.classes.load(class).into_iter().collect());
        let all: Vec<&Method> = known.iter().flat_map(|class| &class.methods).collect();
        let meant: Vec<Method> =
            all.iter().filter(|method| signature.means(method)).map(|&method| method.clone()).collect();
        if !meant.is_empty() {
            return Ok(meant);
        }
        let problem = Diagnostic::new(span, format!("`{}` has no method `{signature}`", class.replace('/', ".")))
            .label("not found");
        let overloads: Vec<String> = all
            .iter()
            .filter(|method| method.name.replace("<init>", "new") == signature.name)
            .map(|method| format!("{}({})", signature.name, simple_types(method)))
            .collect();
        Err(match &overloads[..] {
            [] => problem.suggest(&signature.name, all.iter().map(|method| method.name.as_str())),
            overloads => problem.help(format!("there is `{}`", overloads.join("`, `"))),
        })
    }

    fn word(&mut self, expected: &str) -> Parsed<Token<'a>> {
        match self.next() {
            Some(token) if token.text.chars().all(is_word) => Ok(token),
            Some(token) => Err(unexpected(token, expected)),
            None => Err(self.ended(expected)),
        }
    }

    fn ended(&self, expected: &str) -> Diagnostic {
        let end = self.start + self.text.trim_end().len();
        Diagnostic::new(Span { start: end, end }, format!("expected {expected}, found the end of the line"))
            .label(format!("expected {expected}"))
    }

    fn peek(&mut self) -> Option<Token<'a>> {
        let before = self.position;
        let token = self.next();
        self.position = before;
        token
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.position..];
        let skipped = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let start = self.start + self.position + skipped;
        self.position += skipped + length;
        Some(Token { text: &rest[..length], span: Span { start, end: start + length } })
    }
}

/// Characters of names, types, numbers and ranges.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | '[' | ']')
}

fn unexpected(token: Token<'_>, expected: &str) -> Diagnostic {
    Diagnostic::new(token.span, format!("expected {expected}, found `{}`", token.text))
        .label(format!("expected {expected}"))
}

fn no_value(token: Token<'_>, what: &str, words: &[&str]) -> Diagnostic {
    let problem = Diagnostic::new(token.span, format!("the method returns {what}, which is never `{}`", token.text))
        .label("not one of its values");
    match nearest(token.text, words.iter().copied()) {
        Some(word) => problem.help(format!("did you mean `{word}`?")),
        None => problem.help(format!("write one of `{}`", words.join("`, `"))),
    }
}

fn result_type(method: &Method) -> Option<TypeDescriptor> {
    MethodDescriptor::from_str(&method.descriptor).ok().and_then(|descriptor| descriptor.result)
}

/// A number, or a range of numbers with one or both ends.
fn range(token: Token<'_>, ty: &TypeDescriptor) -> Parsed<Returned> {
    let Some((lowest, highest)) = bounds(ty) else {
        return Err(Diagnostic::new(token.span, format!("values of `{ty}` are not modelled"))
            .label("can't be kept to")
            .help("write `any`"));
    };
    let malformed = || no_value(token, &format!("values of `{ty}`"), &["any", "7", "0..", "-1..", "0..255"]);
    let number = |text: &str, default: i64| match text {
        "" => Some(default),
        text => text.parse().ok(),
    };
    let (low, high) = match token.text.split_once("..") {
        Some((low, high)) => (number(low, lowest), number(high, highest)),
        None => (token.text.parse().ok(), token.text.parse().ok()),
    };
    let (low, high) = low.zip(high).ok_or_else(malformed)?;
    if low < lowest || high > highest {
        let problem =
            Diagnostic::new(token.span, format!("`{}` does not fit into `{ty}`", token.text)).label("out of range");
        return Err(problem.help(format!("its values are {lowest} to {highest}")));
    }
    if low > high {
        return Err(Diagnostic::new(token.span, "the range is empty")
            .label("ends before it begins")
            .help(format!("write `{high}..{low}`")));
    }
    Ok(Returned::Range(low, high))
}

/// The smallest and the largest value of a type of integers.
fn bounds(ty: &TypeDescriptor) -> Option<(i64, i64)> {
    match number_type(ty)? {
        etiquette_component::Type::Int { width, signed: true } => {
            Some((i64::MIN >> (64 - width), i64::MAX >> (64 - width)))
        }
        etiquette_component::Type::Int { width, signed: false } => Some((0, (1i64 << width) - 1)),
        _ => None,
    }
}
