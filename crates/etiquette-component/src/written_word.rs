//! Words as people and witnesses write them: `next remove`, `open -> ok, move(3)`, `put((byte) 0) · move(p) [p > 3]`.
//!
//! The inverse of [`Component::written_call`], and more forgiving: arguments and outcomes may be left out, and then may
//! be any; an argument may be `_`, or the parameter's name or type, which tells overloaded methods apart. A call that
//! several overloaded methods could take has several readings.

use crate::alphabet::Detail;
use crate::component::{Component, Method, Type};
use crate::diagnostic::{Diagnostic, Span};
use crate::results::outcome_of_number;

/// One written event: what it may mean, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenEvent {
    /// What it may mean; at least one.
    pub readings: Vec<Reading>,
    /// The outcome's name, where it is given. Every reading has it.
    pub outcome: Option<String>,
    /// The number that was returned, where that is given in the place of the outcome.
    pub result: Option<i64>,
    /// The condition in brackets on the parameters, where there is one: its place in the text.
    pub guard: Option<Span>,
    /// Where it stands.
    pub span: Span,
}

/// One thing that a written event may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The method, by position.
    pub method: usize,
    /// The arguments; `None` for any.
    pub arguments: Vec<Option<u64>>,
    /// The outcome, by position; `None` for any.
    pub outcome: Option<usize>,
}

/// Reads a word: events with blanks, commas or `·` between them.
///
/// ```
/// let source = "component tap { method turn(by: i8) -> bool { return by > 0; } method close() { } }";
/// let tap = etiquette_component::parse(source, "tap.component").unwrap();
/// let word = etiquette_component::read_word(&tap, "turn(-3) -> false, close").unwrap();
/// assert_eq!(word[0].readings[0].arguments, [Some(0xfd)]);
/// assert_eq!(word[1].readings[0].method, 1);
/// ```
///
/// # Errors
/// What is wrong, with its place.
pub fn read_word(component: &Component, text: &str) -> Result<Vec<WrittenEvent>, Diagnostic> {
    let mut word = Vec::new();
    let mut at = skip_separators(text, 0);
    while at < text.len() {
        let event = read_event_at(component, text, at)?;
        at = skip_separators(text, event.span.end);
        word.push(event);
    }
    if word.is_empty() {
        return Err(Diagnostic::new(Span { start: 0, end: text.len() }, "this word has no calls")
            .help("name the calls one after the other: `next remove`"));
    }
    Ok(word)
}

/// Reads the event that begins at a byte of the text.
///
/// # Errors
/// What is wrong, with its place.
pub fn read_event_at(component: &Component, text: &str, start: usize) -> Result<WrittenEvent, Diagnostic> {
    let mut reader = Reader { component, text, at: start };
    let candidates = reader.call()?;
    let guard = reader.guard()?;
    let (result, outcome) = match reader.result(&candidates) {
        Some((number, outcome)) => (Some(number), Some(outcome)),
        None => (None, reader.outcome(&candidates)?),
    };
    let readings = candidates.into_iter().filter_map(|reading| with_outcome(component, reading, outcome.as_deref()));
    Ok(WrittenEvent { readings: readings.collect(), outcome, result, guard, span: Span { start, end: reader.at } })
}

fn with_outcome(component: &Component, mut reading: Reading, outcome: Option<&str>) -> Option<Reading> {
    if let Some(name) = outcome {
        let outcomes = &component.methods[reading.method].outcomes;
        reading.outcome = Some(outcomes.iter().position(|found| found == name)?);
    }
    Some(reading)
}

fn skip_separators(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t', '\r', '\n', ',', '·']).len()
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

struct Reader<'a> {
    component: &'a Component,
    text: &'a str,
    at: usize,
}

/// An argument between the parentheses of a call.
struct Argument<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The methods that are meant, with their arguments.
    fn call(&mut self) -> Result<Vec<Reading>, Diagnostic> {
        let start = self.at;
        let name = self.name(|method| method.plain_name()).ok_or_else(|| self.unknown_method())?;
        self.at += name.len();
        let after_name = self.at;
        let methods: Vec<usize> = self.methods_named(name);
        let Some(arguments) = self.arguments()? else {
            return Ok(methods.into_iter().map(|method| self.any_arguments(method)).collect());
        };
        let fitting: Vec<Reading> = methods.iter().filter_map(|&method| self.fit(method, &arguments)).collect();
        if fitting.is_empty() {
            return Err(self.unfitting(&methods, &arguments, Span { start, end: self.at }));
        }
        // The name of an overloaded method has its types in it; a list of arguments may follow.
        if self.rest().starts_with('(') && self.text[after_name..self.at].len() > 2 {
            return self.call_after_types(fitting);
        }
        Ok(fitting)
    }

    /// The arguments behind a name that has its parameter types: `put(byte)(3)`.
    fn call_after_types(&mut self, typed: Vec<Reading>) -> Result<Vec<Reading>, Diagnostic> {
        let start = self.at;
        let arguments = self.arguments()?.unwrap_or_default();
        let methods: Vec<usize> = typed.iter().map(|reading| reading.method).collect();
        let fitting: Vec<Reading> = methods.iter().filter_map(|&method| self.fit(method, &arguments)).collect();
        match fitting.is_empty() {
            true => Err(self.unfitting(&methods, &arguments, Span { start, end: self.at })),
            false => Ok(fitting),
        }
    }

    /// The longest name that stands here.
    fn name(&self, name_of: impl Fn(&'a Method) -> &'a str) -> Option<&'a str> {
        let names = self.component.methods.iter().map(name_of);
        names.filter(|name| self.stands_here(name)).max_by_key(|name| name.len())
    }

    fn stands_here(&self, name: &str) -> bool {
        let after = self.rest().strip_prefix(name).map(|rest| rest.chars().next());
        after.is_some_and(|next| next.is_none_or(|c| !continues_name(c)))
    }

    fn methods_named(&self, name: &str) -> Vec<usize> {
        let methods = self.component.methods.iter().enumerate();
        methods.filter(|(_, method)| method.plain_name() == name).map(|(index, _)| index).collect()
    }

    fn any_arguments(&self, method: usize) -> Reading {
        Reading { method, arguments: vec![None; self.component.methods[method].parameters.len()], outcome: None }
    }

    /// What stands between the parentheses; `None` where there are none.
    fn arguments(&mut self) -> Result<Option<Vec<Argument<'a>>>, Diagnostic> {
        if !self.rest().starts_with('(') {
            return Ok(None);
        }
        let open = self.at;
        let mut depth = 0usize;
        let mut starts = vec![open + 1];
        for (offset, c) in self.rest().char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 1 => starts.push(open + offset + 1),
                _ => {}
            }
            if depth == 0 {
                self.at = open + offset + 1;
                return Ok(Some(self.listed(&starts, open + offset)));
            }
        }
        Err(Diagnostic::new(Span { start: open, end: open + 1 }, "this parenthesis is never closed")
            .help("arguments stand directly behind the name, `move(3)`; a blank in between begins a group"))
    }

    fn listed(&self, starts: &[usize], end: usize) -> Vec<Argument<'a>> {
        let ends = starts[1..].iter().map(|next| next - 1).chain([end]);
        let arguments: Vec<Argument<'a>> =
            starts.iter().zip(ends).map(|(&start, end)| self.trimmed(Span { start, end })).collect();
        let is_empty = arguments.len() == 1 && arguments[0].text.is_empty();
        if is_empty { Vec::new() } else { arguments }
    }

    fn trimmed(&self, span: Span) -> Argument<'a> {
        let whole = &self.text[span.range()];
        let text = whole.trim();
        let start = span.start + (whole.len() - whole.trim_start().len());
        Argument { text, span: Span { start, end: start + text.len() } }
    }

    /// The call of a method with these arguments, if it takes them.
    fn fit(&self, method: usize, arguments: &[Argument<'_>]) -> Option<Reading> {
        let found = &self.component.methods[method];
        if found.written_parameters() != arguments.len() {
            return None;
        }
        let mut values = vec![None; found.parameters.len()];
        for (index, argument) in arguments.iter().enumerate() {
            let text = argument.text;
            if let Some(details) = self.component.read_details(method, index, text) {
                values[index] = Some(self.component.read_value(found.parameters[index].ty, "object")?);
                details.into_iter().for_each(|(parameter, detail)| values[parameter] = Some(detail));
            } else if text != "_" && !is_parameter(self.component, found, index, text) {
                values[index] = Some(self.component.read_argument(method, index, text)?);
                // What is no other object has no details, and where nothing depends on one, any will do.
                let is_other = self.component.without_type(found, index, text) == Some("object");
                let read = self.component.details_read(found, index);
                for known in found.details_of(index).filter(|known| !is_other || !read.contains(known)) {
                    values[known.0] = Some(0);
                }
            }
        }
        Some(Reading { method, arguments: values, outcome: None })
    }

    /// The place of the condition in brackets, if there is one.
    fn guard(&mut self) -> Result<Option<Span>, Diagnostic> {
        let before = self.at;
        self.skip_blanks();
        if !self.rest().starts_with('[') {
            self.at = before;
            return Ok(None);
        }
        let open = self.at;
        let Some(length) = self.rest().find(']') else {
            return Err(Diagnostic::new(Span { start: open, end: open + 1 }, "this bracket is never closed")
                .help("a condition on arguments stands in brackets: `move(p) [p > 3]`"));
        };
        self.at = open + length + 1;
        Ok(Some(Span { start: open + 1, end: open + length }))
    }

    /// A number behind the arrow, where calls return numbers and no outcome is called so, with the outcome that calls
    /// have which return it.
    fn result(&mut self, readings: &[Reading]) -> Option<(i64, String)> {
        let text = self.rest().trim_start().strip_prefix("->")?.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
        let number = text[..end].parse().ok()?;
        let outcome = |reading: &Reading| {
            let method = &self.component.methods[reading.method];
            let is_named = method.outcomes.iter().any(|name| *name == text[..end]);
            let outcome =
                outcome_of_number(&method.outcomes, number).filter(|_| !is_named && method.result().is_some());
            outcome.map(|outcome| &method.outcomes[outcome])
        };
        let first = outcome(readings.first()?)?;
        if !readings.iter().all(|reading| outcome(reading) == Some(first)) {
            return None;
        }
        self.at = self.text.len() - text.len() + end;
        Some((number, first.clone()))
    }

    fn outcome(&mut self, readings: &[Reading]) -> Result<Option<String>, Diagnostic> {
        let before = self.at;
        self.skip_blanks();
        if !self.rest().starts_with("->") {
            self.at = before;
            return Ok(None);
        }
        self.at += 2;
        self.skip_blanks();
        let methods = readings.iter().map(|reading| &self.component.methods[reading.method]);
        let mut names: Vec<&str> = methods.flat_map(|method| method.outcomes.iter().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        let found = names.iter().filter(|name| self.stands_here(name)).max_by_key(|name| name.len());
        let Some(name) = found else { return Err(self.unknown("outcome", &names)) };
        self.at += name.len();
        Ok(Some((*name).to_owned()))
    }

    fn unknown_method(&self) -> Diagnostic {
        let mut names: Vec<&str> = self.component.methods.iter().map(Method::plain_name).collect();
        names.dedup();
        self.unknown("method", &names)
    }

    fn unknown(&self, what: &str, names: &[&str]) -> Diagnostic {
        let is_end = |c: char| !continues_name(c) && c != '.';
        let end = match self.rest().strip_prefix("new ") {
            Some(rest) => 4 + rest.find(is_end).unwrap_or(rest.len()),
            None => self.rest().find(is_end).unwrap_or(self.rest().len()),
        };
        let first = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = Span { start: self.at, end: self.at + end.max(first) };
        let written = &self.text[span.range()];
        Diagnostic::new(span, format!("there is no {what} `{written}`"))
            .help(format!("there is `{}`", names.join("`, `")))
            .suggest(written, names.iter().copied())
    }

    /// Says why none of the methods takes the arguments.
    fn unfitting(&self, methods: &[usize], arguments: &[Argument<'_>], call: Span) -> Diagnostic {
        let right_count = |&&method: &&usize| self.component.methods[method].written_parameters() == arguments.len();
        let signatures: Vec<String> = methods.iter().map(|&method| self.signature(method)).collect();
        let help = format!("it is `{}`", signatures.join("`, `"));
        let Some(&method) = methods.iter().find(right_count) else {
            let message = format!("`{}` has another number of arguments", &self.text[call.range()]);
            return Diagnostic::new(call, message).help(help);
        };
        let wrong = arguments.iter().enumerate().find(|(index, argument)| {
            self.component.read_argument(method, *index, argument.text).is_none()
                && self.component.read_details(method, *index, argument.text).is_none()
                && argument.text != "_"
                && !is_parameter(self.component, &self.component.methods[method], *index, argument.text)
        });
        let (span, text) = wrong.map_or((call, &self.text[call.range()]), |(_, found)| (found.span, found.text));
        Diagnostic::new(span, format!("`{text}` is no value of this parameter")).help(help)
    }

    fn signature(&self, method: usize) -> String {
        let found = &self.component.methods[method];
        let written = found.parameters.iter().take(found.written_parameters());
        let typed = written.enumerate().map(|(index, parameter)| {
            let ty = source_type(self.component, found, index);
            format!("{}: {ty}", parameter.name)
        });
        format!("{}({})", found.plain_name(), typed.collect::<Vec<_>>().join(", "))
    }
}

/// A parameter's type as the source writes it, without its package.
fn source_type(component: &Component, method: &Method, index: usize) -> String {
    match method.source_types.get(index) {
        Some(ty) => ty.rsplit('.').next().unwrap_or(ty).to_owned(),
        None => component.type_name(method.parameters[index].ty),
    }
}

/// What stands in braces behind an argument: which detail it is, and its value.
fn read_in_braces(component: &Component, method: &Method, parameter: usize, text: &str) -> Option<(usize, u64)> {
    let value = match text.rsplit_once(" == ") {
        Some((_, value)) => value,
        None if text.starts_with('!') => "false",
        None => "true",
    };
    let mut details = method.details_of(parameter);
    let (position, _) = details.find(|(_, detail)| detail.said(value) == text)?;
    component.read_value(method.parameters[position].ty, value).map(|value| (position, value))
}

/// The length of a new array of a type: 3 for `new byte[3]`.
fn length_in(ty: String, text: &str) -> Option<u64> {
    let (element, dimensions) = ty.split_once("[]")?;
    let rest = text.strip_prefix("new ")?.trim_start().strip_prefix(element)?.strip_prefix('[')?;
    rest.strip_suffix(dimensions)?
        .strip_suffix(']')?
        .parse::<u32>()
        .ok()
        .filter(|&n| n <= i32::MAX as u32)
        .map(u64::from)
}

/// Whether the text stands for the parameter itself: its name, its type, or both, as in a declaration.
fn is_parameter(component: &Component, method: &Method, index: usize, text: &str) -> bool {
    let (name, ty) = (&method.parameters[index].name, source_type(component, method, index));
    let full = method.source_types.get(index).map(String::as_str);
    let is_declaration =
        |ty: &str| text == ty || text.strip_suffix(name.as_str()).is_some_and(|start| start.trim_end() == ty);
    text == name || is_declaration(&ty) || full.or(type_in_name(method, index)).is_some_and(is_declaration)
}

/// The type of a parameter in the name of an overloaded method: `put(int, long)`.
fn type_in_name(method: &Method, index: usize) -> Option<&str> {
    let (_, types) = method.name.split_once('(')?;
    types.trim_end_matches(')').split(", ").nth(index)
}

impl Component {
    /// The value of an argument as [`Component::written_call`] writes it, with or without its type in front; `None` if
    /// the parameter has no such value.
    pub fn read_argument(&self, method: usize, parameter: usize, text: &str) -> Option<u64> {
        let method = &self.methods[method];
        self.read_value(method.parameters[parameter].ty, self.without_type(method, parameter, text)?)
    }

    /// An argument without its type in front; `None` if another type stands there.
    fn without_type<'t>(&self, method: &Method, parameter: usize, text: &'t str) -> Option<&'t str> {
        match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((ty, value)) => (ty == source_type(self, method, parameter)).then(|| value.trim_start()),
            None => Some(text),
        }
    }

    /// The details of an argument that are written with it, and their values: the length in `new byte[3]`, the number in
    /// a box, what stands in braces.
    fn read_details(&self, method: usize, parameter: usize, text: &str) -> Option<Vec<(usize, u64)>> {
        let method = &self.methods[method];
        let (detail, kind) = method.details_of(parameter).next()?;
        let value = match kind {
            Detail::Length => length_in(source_type(self, method, parameter), text),
            Detail::Value => self.read_value(method.parameters[detail].ty, self.without_type(method, parameter, text)?),
            Detail::Instance(_) | Detail::Observer(_) => {
                let inside = self.without_type(method, parameter, text)?.strip_prefix("object{")?.strip_suffix('}')?;
                let said = inside.split("&&").map(|part| read_in_braces(self, method, parameter, part.trim()));
                let said: Vec<(usize, u64)> = said.collect::<Option<_>>()?;
                // What is not said does not hold.
                return Some(method.details_of(parameter).map(|(other, _)| (other, 0)).chain(said).collect());
            }
        };
        value.map(|value| vec![(detail, value)])
    }

    /// The value of a type that is written like this.
    pub fn read_value(&self, ty: Type, text: &str) -> Option<u64> {
        match ty {
            Type::Bool => text.parse::<bool>().ok().map(u64::from),
            Type::Int { width, signed } => {
                let value: i128 = text.parse().ok()?;
                let (least, most) = match signed {
                    true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
                    false => (0, (1i128 << width) - 1),
                };
                (least..=most).contains(&value).then_some(value as u64 & etiquette_logic::mask(width))
            }
            Type::Enum(index) => {
                let position = self.enums[index].values.iter().position(|name| name == text)?;
                Some(position as u64)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component() -> Component {
        let source = "component c { method next() -> bool { return true; } method next_two() { }
            method move(p: i8, fast: bool) { } method put(b: i8) { } method put_long(l: i64) { } }";
        let Ok(mut component) = crate::parse(source, "c.component") else { panic!("a component") };
        for (method, ty) in [(3, "byte"), (4, "long")] {
            component.methods[method].name = format!("put({ty})");
            component.methods[method].source_types = vec![ty.to_owned()];
        }
        component
    }

    fn readings(text: &str) -> Vec<(usize, Vec<Option<u64>>, Option<usize>)> {
        let word = read_word(&component(), text).expect("a word");
        let readings = word.into_iter().flat_map(|event| event.readings);
        readings.map(|reading| (reading.method, reading.arguments, reading.outcome)).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let component = component();
        for (method, arguments) in [(2, vec![0xfd, 1]), (3, vec![7]), (4, vec![7]), (0, vec![])] {
            let written = component.written_call(method, &arguments);
            let given: Vec<Option<u64>> = arguments.iter().copied().map(Some).collect();
            assert_eq!(readings(&written), [(method, given, None)], "{written}");
        }
    }

    #[test]
    fn classes_of_arguments_are_written_and_read() {
        let source = "component c { enum Ref { null, object } method init(key: Ref, `key instanceof a.A`: bool,
            `key instanceof a.B`: bool) { assert `key instanceof a.A` || `key instanceof a.B`; } }";
        let component = crate::parse(source, "c.component").expect("a component");
        let written = |arguments: &[u64]| component.written_call(0, arguments);
        assert_eq!(written(&[1, 1, 0]), "init(object{instanceof a.A})");
        assert_eq!(written(&[1, 0, 0]), "init(object{!instanceof a.A && !instanceof a.B})");
        assert_eq!(written(&[0, 1, 1]), "init(null)");
        let read = |text: &str| read_word(&component, text).map(|word| word[0].readings[0].arguments.clone());
        for arguments in [[1, 1, 1], [1, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 0]] {
            assert_eq!(read(&written(&arguments)).expect("a word"), arguments.map(Some), "{}", written(&arguments));
        }
        assert_eq!(read("init(object)").expect("a word"), [Some(1), None, None]);
        assert!(read("init(object{instanceof a.C})").is_err());
    }

    #[test]
    fn answers_of_arguments_are_written_and_read() {
        let source = "component c { enum Ref { null, object } enum Speed { null, SLOW, FAST }
            method listen(it: Ref, `it.isReady()`: bool, `it.size()`: i32, `it.getSpeed()`: Speed) {
                assert `it.isReady()` || `it.size()` > 0 || `it.getSpeed()` == FAST;
            } }";
        let component = crate::parse(source, "c.component").expect("a component");
        let written = |arguments: &[u64]| component.written_call(0, arguments);
        assert_eq!(component.methods[0].written_parameters(), 1);
        assert_eq!(written(&[1, 1, 7, 2]), "listen(object{isReady() && size() == 7 && getSpeed() == FAST})");
        assert_eq!(
            written(&[1, 0, 0xffff_ffff, 0]),
            "listen(object{!isReady() && size() == -1 && getSpeed() == null})"
        );
        let read = |text: &str| read_word(&component, text).map(|word| word[0].readings[0].arguments.clone());
        for arguments in [[1, 1, 7, 2], [1, 0, 0xffff_ffff, 0], [1, 0, 0, 1]] {
            assert_eq!(read(&written(&arguments)).expect("a word"), arguments.map(Some), "{}", written(&arguments));
        }
        assert!(read("listen(object{isHeavy()})").is_err());
        assert!(read("listen(object{size() == many})").is_err());
    }

    #[test]
    fn outcomes_and_arguments_may_be_left_out() {
        assert_eq!(
            readings("next -> false, next_two() next"),
            [(0, vec![], Some(1)), (1, vec![], None), (0, vec![], None)]
        );
        assert_eq!(readings("move move(_, true)"), [(2, vec![None; 2], None), (2, vec![None, Some(1)], None)]);
        assert_eq!(readings("put"), [(3, vec![None], None), (4, vec![None], None)]);
    }

    #[test]
    fn types_and_names_stand_for_parameters() {
        assert_eq!(readings("put(long)"), [(4, vec![None], None)]);
        assert_eq!(readings("put(byte)(3)"), [(3, vec![Some(3)], None)]);
        assert_eq!(readings("put((byte) -1)"), [(3, vec![Some(0xff)], None)]);
        assert_eq!(readings("put(500)"), [(4, vec![Some(500)], None)]);
        assert_eq!(readings("move(p, fast)"), [(2, vec![None; 2], None)]);
    }

    #[test]
    fn guards_are_found() {
        let text = "move(p, fast) [p > 3] -> ok next";
        let word = read_word(&component(), text).expect("a word");
        assert_eq!(word[0].guard.map(|span| &text[span.range()]), Some("p > 3"));
        assert_eq!(word.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_located() {
        let problem = |text: &str| read_word(&component(), text).expect_err(text);
        let unknown = problem("next nexxt");
        assert_eq!((unknown.span.start, unknown.span.end), (5, 10));
        assert!(unknown.message.contains("no method `nexxt`"), "{unknown:?}");
        assert_eq!(problem("next -> maybe").span.start, 8);
        assert_eq!(problem("move(1, maybe)").span, Span { start: 8, end: 13 });
        assert!(problem("move(300, true)").message.contains("no value"));
        assert!(problem("move(1)").message.contains("another number of arguments"));
        assert!(problem("move(1").message.contains("never closed"));
        assert!(problem("move [p").message.contains("never closed"));
        assert!(problem(" , ").message.contains("no calls"));
    }
}
