//! A monitor's log: one line of JSON for each call, read into words of calls, one word for each object.
//!
//! A constructor begins a word, and so does the line of an object that was made elsewhere. An error ends it: what an
//! object does after that is beyond any interface. Whatever is wrong with a line is told with its place.

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, CallId};
use etiquette_component::diagnostic::nearest;
use serde_json::{Map, Value};

use crate::diff::letters::{methods, plain_name};
use crate::guards::{Argument, Guards};

/// What was seen of a call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ended {
    /// It ended with this outcome.
    Outcome(String),
    /// It raised this error.
    Error(String),
}

/// A call that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenCall {
    /// The call of the interface that its arguments make it; `None`: they belong to none.
    pub call: Option<CallId>,
    /// Some call of the same method.
    pub method: CallId,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// How it ended.
    pub ended: Ended,
    /// The number that it returned, if the log says so.
    pub result: Option<i64>,
}

/// The calls of one object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenWord {
    /// The calls that were made, in order.
    pub calls: Vec<SeenCall>,
}

/// All that a log tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Log {
    /// The words, in the order in which they began.
    pub words: Vec<SeenWord>,
    /// How many calls were stopped by the monitor, and so not made.
    pub stopped: usize,
    /// How many calls came after an error of the same object, and tell nothing.
    pub after_error: usize,
}

/// What is wrong with a log, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLog {
    /// The line, from 1 on.
    pub line: usize,
    /// The column, from 1 on.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl std::fmt::Display for BadLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BadLog {}

impl Log {
    /// Reads a log of a component with this alphabet.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn read(alphabet: &Alphabet, text: &str) -> Result<Log, BadLog> {
        let mut reader =
            Reader { methods: known_methods(alphabet), alphabet, log: Log::default(), open: BTreeMap::new() };
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            reader.line(line).map_err(|problem| problem.located(index + 1, line))?;
        }
        Ok(reader.log)
    }

    /// The same log for an alphabet that takes calls apart in another way, with the same methods.
    pub(super) fn told_apart_by(&mut self, alphabet: &Alphabet) {
        let methods = known_methods(alphabet);
        for seen in self.words.iter_mut().flat_map(|word| &mut word.calls) {
            if let Some(known) = methods.iter().find(|known| known.calls.contains(&seen.method)) {
                seen.call = known.guards.call_of(&seen.arguments).map(|position| known.calls[position]);
            }
        }
    }

    /// The number of calls.
    pub fn calls(&self) -> usize {
        self.words.iter().map(|word| word.calls.len()).sum()
    }
}

struct KnownMethod {
    calls: Vec<CallId>,
    guards: Guards,
}

fn known_methods(alphabet: &Alphabet) -> Vec<KnownMethod> {
    let known = methods(alphabet).into_iter().map(|calls| {
        let written: Vec<_> = calls.iter().map(|&call| alphabet.call(call)).collect();
        KnownMethod { guards: Guards::of(&written), calls }
    });
    known.collect()
}

struct Reader<'a> {
    alphabet: &'a Alphabet,
    methods: Vec<KnownMethod>,
    log: Log,
    /// The word of each object, by position; `None` once it has failed.
    open: BTreeMap<String, Option<usize>>,
}

/// What is wrong with a line, near a text in it.
struct Problem {
    near: Near,
    message: String,
    help: String,
}

enum Near {
    Column(usize),
    Text(String),
}

impl Problem {
    fn new(near: &str, message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem { near: Near::Text(near.into()), message: message.into(), help: help.into() }
    }

    fn located(self, line: usize, text: &str) -> BadLog {
        let column = match self.near {
            Near::Column(column) => column,
            Near::Text(near) => text.find(&near).map_or(1, |position| text[..position].chars().count() + 1),
        };
        BadLog { line, column: column.max(1), message: self.message, help: self.help }
    }
}

const WRITTEN_BY: &str = "logs are written by the Java class of `etiquette monitor`, with `-Detiquette.log=FILE`";

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let value: Value = serde_json::from_str(line).map_err(|error| Problem {
            near: Near::Column(error.column()),
            message: format!("this is no JSON: {}", without_place(&error.to_string())),
            help: if error.is_eof() {
                "the line is cut off: delete it if the program was killed".into()
            } else {
                WRITTEN_BY.into()
            },
        })?;
        let Value::Object(fields) = value else {
            return Err(Problem::new("", "an event is a JSON object", WRITTEN_BY));
        };
        let object = fields.get("object").map_or(String::new(), Value::to_string);
        if fields.get("begin") == Some(&Value::Bool(true)) {
            self.begin(object);
            return Ok(());
        }
        self.event(object, &fields)
    }

    fn begin(&mut self, object: String) {
        self.open.insert(object, Some(self.log.words.len()));
        self.log.words.push(SeenWord::default());
    }

    fn event(&mut self, object: String, fields: &Map<String, Value>) -> Result<(), Problem> {
        let method = self.method(fields)?;
        let arguments = self.arguments(method, fields)?;
        if fields.get("stopped") == Some(&Value::Bool(true)) {
            self.log.stopped += 1;
            return Ok(());
        }
        let ended = ended(fields)?;
        let known = &self.methods[method];
        let call = known.guards.call_of(&arguments).map(|position| known.calls[position]);
        let seen = SeenCall { call, method: known.calls[0], arguments, ended, result: result(fields)? };
        if self.alphabet.call(seen.method).constructor || !self.open.contains_key(&object) {
            self.begin(object.clone());
        }
        self.add(object, seen);
        Ok(())
    }

    fn add(&mut self, object: String, seen: SeenCall) {
        let Some(Some(word)) = self.open.get(&object).copied() else {
            self.log.after_error += 1;
            return;
        };
        if matches!(seen.ended, Ended::Error(_)) {
            self.open.insert(object, None);
        }
        self.log.words[word].calls.push(seen);
    }

    fn method(&self, fields: &Map<String, Value>) -> Result<usize, Problem> {
        let name = fields.get("call").and_then(Value::as_str);
        let name = name.ok_or_else(|| Problem::new("", "the line names no `call`", WRITTEN_BY))?;
        let count = fields.get("arguments").and_then(Value::as_array).map_or(0, Vec::len);
        let named = |known: &KnownMethod| self.alphabet.call(known.calls[0]);
        let exact = self.methods.iter().position(|known| named(known).method == name);
        let loose = || {
            let fits = |known: &KnownMethod| {
                plain_name(named(known)) == name && named(known).written_parameters().len() == count
            };
            self.methods.iter().position(fits)
        };
        exact.or_else(loose).ok_or_else(|| self.unknown_call(name))
    }

    fn unknown_call(&self, name: &str) -> Problem {
        let names: Vec<&str> =
            self.methods.iter().map(|known| self.alphabet.call(known.calls[0]).method.as_str()).collect();
        let message = format!("there is a call of `{name}`, which the interface does not have");
        let help = match nearest(name, names.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`? Or is the log of another class?"),
            None => format!("the interface has `{}`; is the log of another class?", names.join("`, `")),
        };
        Problem::new(&format!("\"{name}\""), message, help)
    }

    fn arguments(&self, method: usize, fields: &Map<String, Value>) -> Result<Vec<Argument>, Problem> {
        let call = self.alphabet.call(self.methods[method].calls[0]);
        let given = match fields.get("arguments") {
            None => &Vec::new(),
            Some(Value::Array(values)) => values,
            Some(_) => return Err(Problem::new("\"arguments\"", "`arguments` is a list of values", WRITTEN_BY)),
        };
        let parameters = call.written_parameters();
        if given.len() != parameters.len() {
            let message =
                format!("`{}` has {} arguments here, and takes {}", call.method, given.len(), parameters.len());
            return Err(Problem::new("\"arguments\"", message, "is the log of another version of the class?"));
        }
        let read = given.iter().zip(parameters).map(|(value, parameter)| {
            argument(value, &parameter.ty).ok_or_else(|| {
                let message = format!("`{value}` is no value of `{} {}`", parameter.ty, parameter.name);
                Problem::new(&value.to_string(), message, WRITTEN_BY)
            })
        });
        read.collect()
    }
}

fn without_place(message: &str) -> &str {
    message.split(" at line ").next().unwrap_or(message)
}

fn ended(fields: &Map<String, Value>) -> Result<Ended, Problem> {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    match (text("outcome"), text("error")) {
        (Some(outcome), None) => Ok(Ended::Outcome(outcome)),
        (None, Some(error)) => Ok(Ended::Error(error)),
        _ => Err(Problem::new("", "the line has neither an `outcome` nor an `error`, or both", WRITTEN_BY)),
    }
}

/// The number that a call returned, where the line has one.
fn result(fields: &Map<String, Value>) -> Result<Option<i64>, Problem> {
    match fields.get("result") {
        None => Ok(None),
        Some(value) => value.as_i64().map(Some).ok_or_else(|| {
            Problem::new("\"result\"", format!("`result` is a number, and `{value}` is none"), WRITTEN_BY)
        }),
    }
}

/// The classes of boxes with numbers in them that guards speak of.
const BOXES: [&str; 5] =
    ["java.lang.Byte", "java.lang.Character", "java.lang.Short", "java.lang.Integer", "java.lang.Long"];

/// A value of a type.
fn argument(value: &Value, ty: &str) -> Option<Argument> {
    use etiquette_component::Type;
    match (etiquette_automata::argument_type(ty), value) {
        (Type::Bool, Value::Bool(value)) => Some(Argument::Bool(*value)),
        (Type::Int { width, signed }, Value::Number(number)) => {
            let number = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))?;
            let values = 1i128 << width;
            let (low, high) = if signed { (-values / 2, values / 2) } else { (0, values) };
            (low..high).contains(&number).then_some(Argument::Number(number))
        }
        (Type::Enum(_), Value::Bool(value)) if ty == "java.lang.Boolean" => Some(Argument::Bool(*value)),
        (Type::Enum(_), Value::Number(number)) if BOXES.contains(&ty) => {
            number.as_i64().map(|number| Argument::Number(number.into()))
        }
        (Type::Enum(_), Value::Null) => Some(Argument::Named("null".into())),
        (Type::Enum(_), Value::String(name)) => Some(Argument::Named(name.clone())),
        _ => None,
    }
}

/// A call as people write it.
pub fn written(alphabet: &Alphabet, seen: &SeenCall) -> String {
    let call = alphabet.call(seen.method);
    let values = seen.arguments.iter().map(|argument| match argument {
        Argument::Number(number) => number.to_string(),
        Argument::Bool(value) => value.to_string(),
        Argument::Named(name) => name.clone(),
    });
    let text = format!("{}({})", plain_name(call), values.collect::<Vec<_>>().join(", "));
    match (&seen.ended, seen.result) {
        (Ended::Outcome(_), Some(number)) => format!("{text} -> {number}"),
        (Ended::Outcome(outcome), None) if call.outcomes.len() > 1 => format!("{text} -> {outcome}"),
        _ => text,
    }
}
