//! What was found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::arena::Tried;
use crate::machine::Machine;
use crate::report::{Rendered, heading, interruption};
use crate::table::{Page, Table, TableOf};

/// A class that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedClass {
    /// Its name, or the seed that it was made of.
    pub name: String,
    /// What came of it; why it was not tried, otherwise.
    pub result: Result<Tried, String>,
    /// The smallest source that shows what is wrong, where there is one.
    pub source: Option<String>,
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct WrongProofsReport {
    /// Where it ran.
    pub machine: Machine,
    /// The first seed, for generated classes; else they were listed, and each has a row.
    pub seed: Option<u64>,
    /// How many classes were asked about: more than there are below if the run was interrupted.
    pub asked: usize,
    /// The classes.
    pub classes: Vec<TriedClass>,
}

/// A row of the table.
struct Counts {
    what: String,
    classes: usize,
    forbids: usize,
    states: usize,
    doubtful: usize,
    words: usize,
    cut_short: usize,
    contradictions: usize,
}

impl Counts {
    fn of<'a>(what: impl Into<String>, classes: impl IntoIterator<Item = &'a TriedClass>) -> Counts {
        let all: Vec<&TriedClass> = classes.into_iter().collect();
        let tried: Vec<&Tried> = all.iter().filter_map(|class| class.result.as_ref().ok()).collect();
        Counts {
            what: what.into(),
            classes: all.len(),
            forbids: tried.iter().filter(|tried| tried.forbids).count(),
            states: tried.iter().map(|tried| tried.states).sum(),
            doubtful: tried.iter().map(|tried| tried.doubtful).sum(),
            words: tried.iter().map(|tried| tried.words).sum(),
            cut_short: tried.iter().map(|tried| tried.cut_short).sum(),
            contradictions: tried.iter().filter(|tried| tried.contradiction.is_some()).count(),
        }
    }
}

/// What is claimed about a class, in a few words.
fn claimed(class: &TriedClass) -> String {
    match &class.result {
        Err(why) => why.split(':').next().unwrap_or(why).to_owned(),
        Ok(tried) => tried.claimed().to_owned(),
    }
}

impl Tried {
    /// What is claimed, in a few words.
    pub(crate) fn claimed(&self) -> &'static str {
        match self {
            Tried { proved: true, assumes: false, .. } => "proved",
            Tried { proved: true, .. } => "proved, given assumptions",
            Tried { safe: true, doubtful: 1.., .. } => "proved safe, with doubtful calls",
            Tried { safe: true, .. } => "proved safe",
            _ => "not proved",
        }
    }
}

impl WrongProofsReport {
    /// The classes whose claim a JVM contradicts.
    pub fn contradicted(&self) -> impl Iterator<Item = &TriedClass> {
        let is_wrong = |class: &&TriedClass| class.result.as_ref().is_ok_and(|tried| tried.contradiction.is_some());
        self.classes.iter().filter(is_wrong)
    }

    /// Whether somebody ended the run before all classes were tried.
    pub fn is_interrupted(&self) -> bool {
        self.classes.len() < self.asked
    }

    fn table(&self) -> Table {
        let mut rows: Vec<Counts> = match self.seed {
            Some(_) => self.grouped(),
            None => self
                .classes
                .iter()
                .map(|class| Counts::of(format!("{}: {}", class.name, claimed(class)), [class]))
                .collect(),
        };
        rows.push(Counts::of("all", &self.classes));
        TableOf::new(rows)
            .words("what is claimed", |row| row.what.clone())
            .numbers("classes", |row| row.classes)
            .numbers("with forbidden calls", |row| row.forbids)
            .numbers("states", |row| row.states)
            .numbers("doubtful calls", |row| row.doubtful)
            .numbers("words", |row| row.words)
            .numbers("cut short", |row| row.cut_short)
            .numbers("contradicted", |row| row.contradictions)
            .done()
    }

    fn grouped(&self) -> Vec<Counts> {
        let mut kinds: Vec<String> = self.classes.iter().map(claimed).collect();
        kinds.sort();
        kinds.dedup();
        kinds
            .into_iter()
            .map(|kind| {
                let members = self.classes.iter().filter(|class| claimed(class) == kind);
                Counts::of(kind.clone(), members)
            })
            .collect()
    }

    fn summary(&self) -> String {
        let all = Counts::of("all", &self.classes);
        let proved = self.classes.iter().filter(|class| class.result.as_ref().is_ok_and(|tried| tried.proved)).count();
        format!(
            "{}{} classes, {proved} proved, {} words played, {} contradictions\n",
            interruption(self.classes.len(), self.asked),
            all.classes,
            all.words,
            all.contradictions
        )
    }
}

impl TriedClass {
    /// What came of it, in a line.
    pub fn in_brief(&self) -> String {
        let words = self.result.as_ref().map_or(0, |tried| tried.words);
        format!("{}: {} ({words} words)", self.name, claimed(self))
    }

    /// What is wrong, for people: what was claimed, the word, and what happened.
    pub fn described(&self) -> String {
        self.result.as_ref().map_or_else(|_| String::new(), |tried| described(&self.name, tried))
    }
}

/// What is wrong with what is said about a class, for people; nothing if nothing is.
pub(crate) fn described(name: &str, tried: &Tried) -> String {
    let Some(found) = &tried.contradiction else { return String::new() };
    let steps = found.word.iter().zip(&found.seen);
    let steps: String = steps.map(|(call, seen)| format!("    {call}: {seen}\n")).collect();
    format!("{name}, {}: {}\n{steps}", tried.claimed(), found.wrong)
}

impl Rendered for WrongProofsReport {
    fn on(&self, page: Page) -> String {
        let heading = heading("wrong-proofs", None, &self.machine);
        let seed = self.seed.map(|seed| format!(", from seed {seed}")).unwrap_or_default();
        let written = |class: &TriedClass| class.described() + class.source.as_deref().unwrap_or_default();
        let found = self.contradicted().map(|class| match page {
            Page::Text => format!("{}\n", written(class)),
            Page::Markdown => format!("```text\n{}```\n\n", written(class)),
        });
        let found: String = found.collect();
        format!("{heading}{seed}\n\n{found}{}\n{}", self.table().on(page), self.summary())
    }

    fn to_json(&self) -> Value {
        json!({
            "suite": "wrong-proofs",
            "machine": self.machine.to_json(),
            "seed": self.seed,
            "interrupted": self.is_interrupted(),
            "rows": self.classes.iter().map(row_json).collect::<Vec<_>>(),
        })
    }
}

fn row_json(class: &TriedClass) -> Value {
    let Ok(tried) = &class.result else {
        return json!({ "class": class.name, "not tried": class.result.as_ref().err() });
    };
    let mut row = json!({
        "class": class.name,
        "safe": tried.safe,
        "proved": tried.proved,
        "assumes": tried.assumes,
        "states": tried.states,
        "forbids": tried.forbids,
        "doubtful": tried.doubtful,
        "words": tried.words,
        "cut short": tried.cut_short,
    });
    if let Some(found) = &tried.contradiction {
        row["contradiction"] = json!({
            "wrong": found.wrong.to_string(),
            "word": found.word,
            "seen": found.seen,
            "source": class.source,
        });
    }
    row
}
