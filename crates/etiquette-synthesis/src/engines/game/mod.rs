//! JIST (Alur, Černý, Madhusudan, Nam: Synthesis of Interface Specifications for Java Classes, POPL 2005).
//!
//! The component is abstracted by predicates; L* (Fig. 3) learns the most permissive safe interface of the abstraction
//! from the teacher of Fig. 4. The alphabet has one event for each method and outcome. The result is always safe,
//! because the abstraction over-approximates. It is said to be the most permissive one of the abstraction, or perhaps
//! not, but maximal; that it is permissive for the component itself is claimed only where it is proved.

pub(crate) mod budgets;
pub(crate) mod certificate;
pub(crate) mod exact_beliefs;
pub(crate) mod offered_words;
pub(crate) mod teacher;

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_component::Component;
use etiquette_learning::{LStar, Learner, Machine};
use etiquette_predicates::{
    Abstraction, Granularity, Precision, Predicate, guards_in_front_of_errors, parse_predicates,
};

use crate::engine::{Engine, Unsupported};
use crate::engines::game::certificate::{Certified, Certifier};
use crate::engines::game::exact_beliefs::some_run_fails;
use crate::engines::game::offered_words::WrittenEvent;
use crate::engines::game::teacher::{Answer, Teacher};
use crate::readable::grouping::Shape;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::exact::{every_word_can_happen, refused_calls_must_fail};
use crate::spaces::predicates::facts::Facts;
use crate::spaces::predicates::interface::shape;
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::pairs::Visits;
use etiquette_outcome::{Conclusion, Confidence, Evidence, Outcome, Run, StopReason, unexplored};

/// The engine of JIST, and what the user told it.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Predicates over the state in the component language; with none, the guards in front of the errors are taken.
    pub predicates: Vec<String>,
    /// Words such as `next remove` that the interface should accept: counterexamples to the superset query, if they are
    /// safe.
    pub allow: Vec<String>,
    /// How precise the abstraction is.
    pub precision: Precision,
    /// In what steps methods are abstracted; the paper does it statement by statement.
    pub granularity: Granularity,
    /// Whether the superset query is decided by beliefs where the paper's checks leave it open.
    pub settle: bool,
}

impl Engine for Game {
    fn name(&self) -> &'static str {
        "game"
    }

    fn description(&self) -> &'static str {
        "learns on a predicate abstraction, L* against a game of partial information (JIST, 2005)"
    }

    /// Whatever the predicates don't tell apart is taken together, so that every component is taken.
    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        self.chosen_predicates(&mut component.clone()).map(|_| ())?;
        self.allow.iter().try_for_each(|text| read_word(component, text).map(|_| ()))
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let mut component = component.clone();
        let predicates = self.chosen_predicates(&mut component)?;
        let offered: Vec<_> = self.allow.iter().map(|text| read_word(&component, text)).collect::<Result<_, _>>()?;
        let letters = Rc::new(Letters::of_methods(&mut component));
        let abstraction = Abstraction::new(&component, predicates, self.precision).with_granularity(self.granularity);
        let class = match AbstractComponent::new(abstraction, &letters, run) {
            Ok(class) => class,
            Err(stop) => return Ok(unexplored(&component, self.name(), stop)),
        };
        let words = offered.iter().map(|word| offered_words::expand(&component, &letters, word)).collect();
        let mut teacher = Teacher::new(class, run, words, self.settle);
        let mut safe = None;
        let answer = learn(&mut teacher, &mut safe);
        Ok(conclude(&mut teacher, safe, answer))
    }
}

impl Game {
    fn chosen_predicates(&self, component: &mut Component) -> Result<Vec<Predicate>, Unsupported> {
        if self.predicates.is_empty() {
            return Ok(guards_in_front_of_errors(component));
        }
        parse_predicates(component, &self.predicates).map_err(|bad| {
            let text = &self.predicates[bad.index];
            Unsupported(format!("the predicate `{text}` can't be read: {}", bad.problem.message))
        })
    }
}

fn read_word(component: &Component, text: &str) -> Result<Vec<WrittenEvent>, Unsupported> {
    offered_words::read(component, text)
        .map_err(|problem| Unsupported(format!("the word `{text}` can't be read: {}", problem.message)))
}

/// A conjecture that is safe, with the pairs that it can be in beside the class.
struct Safe {
    machine: Machine<bool>,
    visits: Visits,
}

/// L* with the teacher of Fig. 4: the paper's `Equivalent`, and what the learner makes of its answers. `safe` is the
/// last conjecture that is safe; the answer is that of the last superset query, or why there was none.
fn learn(teacher: &mut Teacher<'_>, safe: &mut Option<Safe>) -> Result<Answer, StopReason> {
    let mut learner = LStar::new(teacher.class.letters.event_count(), teacher)?;
    loop {
        let machine = Learner::<bool, Teacher<'_>>::hypothesis(&learner).clone();
        teacher.run.report("learn", machine.states() as u64, "states");
        let word = match teacher.subset(&machine)? {
            Err(word) => word,
            Ok(visits) => {
                let answer = teacher.superset(&learner, &visits);
                *safe = Some(Safe { machine, visits });
                match answer? {
                    Answer::Counterexample(word) => word,
                    answer => return Ok(answer),
                }
            }
        };
        learner.learn_from(teacher, &word)?;
    }
}

/// What is proved of a safe conjecture.
#[derive(Clone, Copy, Default)]
struct Proved {
    permissive: bool,
    every_word_can_happen: bool,
}

fn prove(teacher: &mut Teacher<'_>, safe: &Safe, answer: &Result<Answer, StopReason>) -> Result<Proved, StopReason> {
    // What is in doubt for the abstraction is not clear for the component either, unless the user wants it settled.
    if !matches!(answer, Ok(Answer::Strong | Answer::Exact)) {
        return Ok(Proved::default());
    }
    let (class, run, machine, visits) = (&mut teacher.class, &mut *teacher.run, &safe.machine, safe.visits.states());
    // The strong property with *must*, or after each word some run that fails.
    let permissive = refused_calls_must_fail(class, machine, visits, run)? || some_run_fails(class, machine, run)?;
    let every_word_can_happen = permissive && every_word_can_happen(class, machine, visits, run)?;
    Ok(Proved { permissive, every_word_can_happen })
}

fn conclude(teacher: &mut Teacher<'_>, safe: Option<Safe>, answer: Result<Answer, StopReason>) -> Outcome {
    let Some(safe) = safe else {
        let stop = answer.err().unwrap_or(StopReason::Cancelled);
        return unexplored(teacher.class.component(), "game", stop);
    };
    let (proved, late_stop) = match prove(teacher, &safe, &answer) {
        Ok(proved) => (proved, None),
        Err(stop) => (Proved::default(), Some(stop)),
    };
    let mut component = teacher.class.component().clone();
    let shape = shape(&mut component, &teacher.class, &safe.machine, safe.visits.states(), teacher.run.minimise);
    let evidence = evidence(&mut teacher.class, &safe, &shape, proved);
    let note = note(teacher, &safe.machine, &answer, proved);
    let mut component = teacher.class.component().clone();
    let mut facts = Facts::new(&mut component, &teacher.class, &safe.visits, &shape, teacher.run);
    let (states, _) = facts.all();
    let stop = answer.err().or(late_stop).unwrap_or(StopReason::Done);
    let conclusion = Conclusion {
        states,
        safe: Confidence::Proved,
        permissive: if proved.permissive { Confidence::Proved } else { Confidence::NotEstablished },
        complete: proved.every_word_can_happen,
        smallest: proved.every_word_can_happen && !component.has_free_outcomes() && shape.merged_minimal,
        never_returns: teacher.class.abstraction.summaries().iter().map(|method| !method.is_loop_free()).collect(),
        evidence,
        statistics: statistics(teacher),
        ..Conclusion::new(format!("game ({note})"), shape.interface, stop)
    };
    conclusion.about(&component)
}

/// A certificate of all that is claimed; `None` where beliefs prove what a certificate of labels can't show, or where a
/// method with a loop was abstracted statement by statement, so that there are no labels of its loop heads alone.
fn evidence(class: &mut AbstractComponent, safe: &Safe, found: &Shape, proved: Proved) -> Option<Box<Evidence>> {
    let loops = class.abstraction.summaries().iter().any(|summary| !summary.is_loop_free());
    if loops && class.abstraction.granularity() == Granularity::Statements {
        return None;
    }
    let Certified { evidence, proved: shown } = Certifier::new(class, safe.visits.states(), found).certify().ok()?;
    (shown || !proved.permissive).then_some(evidence)
}

/// What the paper's tool would report, and what became of the words that the user offered.
fn note(
    teacher: &mut Teacher<'_>,
    machine: &Machine<bool>,
    answer: &Result<Answer, StopReason>,
    proved: Proved,
) -> String {
    let mut note = match answer {
        Ok(Answer::Strong | Answer::Exact) if proved.permissive => "most permissive".to_owned(),
        Ok(Answer::Strong | Answer::Exact) => "most permissive for these predicates; others may allow more".to_owned(),
        Ok(Answer::Unknown(word)) => {
            format!("may not be most permissive, but maximal; in doubt: {}", spell_word(teacher, word))
        }
        Ok(Answer::Counterexample(_)) | Err(_) => "stopped before it was maximal".to_owned(),
    };
    for words in teacher.offered.clone() {
        if !words.iter().any(|word| *machine.output(word) && teacher.can_happen(word)) {
            let refused: Vec<String> = words.iter().take(1).map(|word| spell_word(teacher, word)).collect();
            note.push_str(&format!("; offered, but not safe: {}", refused.concat()));
        }
    }
    note
}

/// The word as the user would write it.
fn spell_word(teacher: &Teacher<'_>, word: &[usize]) -> String {
    let component = teacher.class.component();
    let event = |&event: &usize| {
        let (method, outcome) = teacher.class.letters.event(event);
        let method = &component.methods[method];
        match method.outcomes.len() {
            1 => method.name.clone(),
            _ => format!("{} -> {}", method.name, method.outcomes[outcome]),
        }
    };
    format!("`{}`", word.iter().map(event).collect::<Vec<_>>().join(", "))
}

fn statistics(teacher: &Teacher<'_>) -> BTreeMap<String, u64> {
    let queries = &teacher.queries;
    BTreeMap::from([
        ("predicates".to_owned(), teacher.class.abstraction.predicates().len() as u64),
        ("abstract states".to_owned(), teacher.class.state_count() as u64),
        ("membership queries".to_owned(), queries.membership),
        ("subset queries".to_owned(), queries.subset),
        ("superset queries".to_owned(), queries.superset),
        ("found one step further".to_owned(), queries.one_step_further),
        ("words offered and used".to_owned(), queries.offered),
        ("solver calls".to_owned(), teacher.class.solver_calls()),
    ])
}
