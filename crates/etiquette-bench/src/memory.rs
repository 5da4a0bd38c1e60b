//! The suite `memory`: interfaces with registers, of cases of the corpus and of classes of the JDK, which have no small
//! finite ones. Where there is a JDK, random words are played on its classes.

use etiquette_java::jdk::Jdk;
use etiquette_java::replay::Jvm;
use etiquette_outcome::Outcome;
use serde_json::{Value, json};

use crate::machine::Machine;
use crate::quantity::{Quantity, Target};
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf};
use crate::wrong_proofs::arena::try_claim;
use crate::wrong_proofs::{Asked, Claim};

/// A class of the JDK, the errors that are asked about, and the methods.
type Listed = (&'static str, &'static [&'static str], &'static [&'static str]);

const BOTH: &[&str] = &["BufferUnderflowException", "BufferOverflowException"];
const MARKS: &[&str] = &["InvalidMarkException", "IllegalArgumentException"];

/// Classes of the JDK whose protocols count.
const JDK: [Listed; 15] = [
    ("java.util.Stack", &["EmptyStackException"], &["push", "pop", "peek", "empty"]),
    ("java.nio.HeapIntBufferR", BOTH, &["get()", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapByteBuffer", BOTH, &["get()", "put(byte)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapCharBuffer", BOTH, &["get()", "put(char)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapShortBuffer", BOTH, &["get()", "put(short)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapIntBuffer", BOTH, &["get()", "put(int)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapLongBuffer", BOTH, &["get()", "put(long)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapFloatBuffer", BOTH, &["get()", "put(float)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapDoubleBuffer", BOTH, &["get()", "put(double)", "flip()", "clear()", "rewind()"]),
    ("java.nio.HeapIntBuffer", MARKS, &["mark", "reset", "position(int)", "limit(int)", "flip()", "rewind()"]),
    ("java.nio.HeapCharBuffer", MARKS, &["mark", "reset", "position(int)", "limit(int)", "flip()", "rewind()"]),
    ("java.io.PushbackInputStream", &["IOException"], &["unread(int)", "read()", "close"]),
    ("java.io.PushbackReader", &["IOException"], &["unread(int)", "read()", "close"]),
    ("java.util.ArrayDeque", &["NoSuchElementException"], &["addFirst", "removeFirst", "size"]),
    ("java.util.concurrent.ArrayBlockingQueue", &["IllegalStateException"], &["add", "poll()", "size"]),
];

/// The classes of the JDK that the suite asks about.
pub fn memory_classes() -> Vec<Asked> {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    let asked = |(class, errors, methods): &Listed| Asked {
        class: (*class).to_owned(),
        errors: texts(errors),
        methods: texts(methods),
        ..Asked::default()
    };
    JDK.iter().map(asked).collect()
}

/// What came of a case, or of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryRow {
    name: String,
    is_class: bool,
    seconds: f64,
    registers: Vec<String>,
    states: usize,
    verdict: String,
    is_proved: bool,
    words: usize,
    contradicted: bool,
}

impl MemoryRow {
    /// What was found out about a component.
    pub fn of_case(name: &str, seconds: f64, outcome: &Outcome) -> Self {
        MemoryRow {
            name: name.to_owned(),
            is_class: false,
            seconds,
            registers: outcome.interface.memory().registers.iter().map(|register| register.name.clone()).collect(),
            states: outcome.interface.state_count(),
            verdict: format!("safe: {}, permissive: {}", outcome.guarantee.safe, outcome.guarantee.permissive),
            is_proved: outcome.is_proved(),
            words: 0,
            contradicted: false,
        }
    }

    /// What was found out about a class, held against a JVM if there is one.
    pub fn of_class(asked: &Asked, seconds: f64, claim: &Claim, words: usize, jdk: Option<&Jdk>) -> Self {
        let mut row = MemoryRow { is_class: true, ..MemoryRow::of_case(&asked.class, seconds, &claim.outcome) };
        let tried = jdk.and_then(|jdk| {
            let mut jvm = Jvm::start(jdk, &asked.places).ok()?;
            try_claim(claim, asked, Some(&mut jvm), (words, 1)).ok()
        });
        if let Some(tried) = tried {
            (row.words, row.contradicted) = (tried.words, tried.contradiction.is_some());
        }
        row
    }
}

/// The rows of the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryReport {
    /// Whether classes of the JDK were left out.
    pub quick: bool,
    rows: Vec<MemoryRow>,
    machine: Machine,
}

impl MemoryReport {
    /// The report of these rows.
    pub fn new(quick: bool, rows: Vec<MemoryRow>) -> Self {
        MemoryReport { quick, rows, machine: Machine::here() }
    }

    /// Whether a JVM contradicts any of them.
    pub fn is_contradicted(&self) -> bool {
        self.rows.iter().any(|row| row.contradicted)
    }

    fn proved(&self, is_class: bool) -> usize {
        self.rows.iter().filter(|row| row.is_class == is_class && row.is_proved && !row.registers.is_empty()).count()
    }

    fn slowest(&self) -> f64 {
        self.rows.iter().filter(|row| row.is_proved).map(|row| row.seconds).fold(0.0, f64::max)
    }
}

/// The target on classes of the JDK, and on how long any row takes.
const LEAST_CLASSES: usize = 12;
const MOST_SECONDS: f64 = 1.0;

impl OneTable for MemoryReport {
    const SUITE: &'static str = "memory";

    const LEFT_OUT: &'static str = "classes of the JDK";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        TableOf::new(&self.rows)
            .words("of", |row| row.name.clone())
            .words("registers", |row| row.registers.join(", "))
            .numbers("states", |row| row.states)
            .numbers("time", |row| Quantity::seconds(row.seconds))
            .words("verdict", |row| row.verdict.clone())
            .numbers("words", |row| row.words)
            .words("contradicted", |row| if row.contradicted { "yes" } else { "" })
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        let row = |what: &str, target: Target, measured: Quantity| Row {
            what: what.into(),
            target: Some(target),
            measured: Some(measured),
            notes: Vec::new(),
        };
        let contradicted = self.rows.iter().filter(|row| row.contradicted).count();
        let slowest = Quantity::seconds(self.slowest());
        let mut targets = vec![
            row("contradicted", Target::none(), Quantity::count(contradicted)),
            row("the slowest that is proved", Target::below(Quantity::seconds(MOST_SECONDS)), slowest),
        ];
        if !self.quick {
            let target = Target::at_least(Quantity::count(LEAST_CLASSES));
            targets.push(row("classes of the JDK proved", target, Quantity::count(self.proved(true))));
        }
        targets
    }

    fn summary(&self) -> String {
        let [cases, classes] = [false, true].map(|is_class| {
            let all = self.rows.iter().filter(|row| row.is_class == is_class).count();
            format!("{} of {all}", self.proved(is_class))
        });
        format!("proved with registers: {cases} cases of the corpus, {classes} classes of the JDK\n")
    }

    fn rows_json(&self) -> Vec<Value> {
        let row = |row: &MemoryRow| {
            json!({
                "of": row.name,
                "registers": row.registers,
                "states": row.states,
                "seconds": row.seconds,
                "proved": row.is_proved,
                "words": row.words,
                "contradicted": row.contradicted,
            })
        };
        self.rows.iter().map(row).collect()
    }
}
