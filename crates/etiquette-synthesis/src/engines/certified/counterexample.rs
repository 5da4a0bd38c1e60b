//! Learning from a run on which component and hypothesis differ.
//!
//! The run's arguments are replaced by samples of their calls where that makes no difference. Where it does, the call's
//! guard is split, or, if only an outcome can't be had with the samples, the arguments become another sample. Then the
//! beliefs along the run are expanded: the table must explain them.

use etiquette_checking::{Happened, Story, Wrong};
use etiquette_component::Letter;
use rustc_hash::FxHashSet;

use crate::engines::certified::classes::{self, Table, call_of};
use crate::engines::certified::split::{Difference, split};
use crate::spaces::solver::beliefs::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_learning::{Answer, dont_cares::Experiment};
use etiquette_outcome::{Run, StopReason};

/// A run as letters: events, and a last letter whose legality is in question.
pub(crate) struct Difficulty {
    pub path: Vec<Event>,
    pub last: Option<LetterId>,
}

impl Difficulty {
    /// Reads a story; `methods` has the method of each call.
    pub fn new(words: &mut Words, story: &Story, methods: &[usize]) -> Self {
        let event = |words: &mut Words, happened: &Happened| Event {
            letter: letter(words, methods[happened.call.index()], &happened.arguments),
            outcome: happened.outcome,
        };
        let mut path: Vec<Event> = story.word.iter().map(|happened| event(words, happened)).collect();
        let last = match &story.wrong {
            Some(Wrong::Failed { call, arguments, .. } | Wrong::Returned { call, arguments, .. }) => {
                Some(letter(words, methods[call.index()], arguments))
            }
            Some(Wrong::Missing { call, arguments, outcome }) => {
                let letter = letter(words, methods[call.index()], arguments);
                path.push(Event { letter, outcome: *outcome });
                None
            }
            None => None,
        };
        Difficulty { path, last }
    }

    /// What is seen at the end of the run.
    pub fn observe(&self, words: &mut Words, run: &mut Run) -> Result<Answer, StopReason> {
        observe(words, Words::START, &self.path, self.last, run)
    }
}

fn letter(words: &mut Words, method: usize, arguments: &[u64]) -> LetterId {
    words.letter_id(Letter { method, arguments: arguments.to_vec() })
}

fn observe(
    words: &mut Words,
    node: NodeId,
    path: &[Event],
    last: Option<LetterId>,
    run: &mut Run,
) -> Result<Answer, StopReason> {
    if let Some(last) = last {
        return classes::observe(words, node, &Experiment { path: path.to_vec(), last }, run);
    }
    Ok(match walk(words, node, path, run)? {
        Some(_) => Answer::Legal,
        None => Answer::Impossible,
    })
}

fn walk(words: &mut Words, mut node: NodeId, path: &[Event], run: &mut Run) -> Result<Option<NodeId>, StopReason> {
    for &event in path {
        match words.next(node, event, run)? {
            Some(next) => node = next,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

/// Changes the table so that the run is explained; says whether anything changed.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn learn(
    table: &mut Table,
    words: &mut Words,
    difficulty: Difficulty,
    run: &mut Run,
) -> Result<bool, StopReason> {
    let Difficulty { mut path, last } = difficulty;
    let mut changed = false;
    for index in 0..path.len() {
        match replace(table, words, &mut path, last, index, run)? {
            Replaced::Split => return Ok(true),
            Replaced::NewSample => changed = true,
            Replaced::Done => {}
        }
    }
    if let Some(last) = last
        && split_last(table, words, &path, last, run)?
    {
        return Ok(true);
    }
    let mut node = Words::START;
    for &event in &path {
        match words.next(node, event, run)? {
            Some(next) => node = next,
            None => break,
        }
        changed |= table.expand(node);
    }
    Ok(changed || add_suffixes(table, &path, last))
}

enum Replaced {
    Done,
    NewSample,
    Split,
}

/// Replaces the letter of one event by a sample of its call, where that changes nothing.
fn replace(
    table: &mut Table,
    words: &mut Words,
    path: &mut [Event],
    last: Option<LetterId>,
    index: usize,
    run: &mut Run,
) -> Result<Replaced, StopReason> {
    let Event { letter, outcome } = path[index];
    let found = words.letter(letter).clone();
    let Some(call) = call_of(table, words.component(), &found) else { return Ok(Replaced::Done) };
    let samples = table.classes[call].samples.clone();
    if samples.contains(&letter) {
        return Ok(Replaced::Done);
    }
    let original = observe(words, Words::START, path, last, run)?;
    let mut differing = None;
    for sample in samples {
        path[index].letter = sample;
        let seen = observe(words, Words::START, path, last, run)?;
        if seen == original {
            return Ok(Replaced::Done);
        }
        if seen != Answer::Impossible {
            differing = differing.or(Some(sample));
        }
    }
    path[index].letter = letter;
    let node = walk(words, Words::START, &path[..index], run)?;
    if let (Some(one), Some(node), Some(last)) = (differing, node, last) {
        let then = Some((outcome, Experiment { path: path[index + 1..].to_vec(), last }));
        let then = if words.verdict(node, one, run)? == words.verdict(node, letter, run)? { then } else { None };
        split(table, words, Difference { call, node, one, other: letter, then });
        return Ok(Replaced::Split);
    }
    table.add_sample(call, letter);
    Ok(Replaced::NewSample)
}

/// Splits the guard of the last letter's call where it is not like the samples.
fn split_last(
    table: &mut Table,
    words: &mut Words,
    path: &[Event],
    last: LetterId,
    run: &mut Run,
) -> Result<bool, StopReason> {
    let Some(node) = walk(words, Words::START, path, run)? else { return Ok(false) };
    let found = words.letter(last).clone();
    let Some(call) = call_of(table, words.component(), &found) else { return Ok(false) };
    let legal = words.verdict(node, last, run)? == Verdict::Legal;
    for sample in table.classes[call].samples.clone() {
        if (words.verdict(node, sample, run)? == Verdict::Legal) != legal {
            split(table, words, Difference { call, node, one: sample, other: last, then: None });
            return Ok(true);
        }
    }
    Ok(false)
}

/// All suffixes as experiments: the last resort when expanding changes nothing.
fn add_suffixes(table: &mut Table, path: &[Event], last: Option<LetterId>) -> bool {
    let Some(last) = last else { return false };
    let mut seen: FxHashSet<Experiment> = FxHashSet::default();
    for start in 0..=path.len() {
        seen.insert(Experiment { path: path[start..].to_vec(), last });
    }
    let mut changed = false;
    let mut sorted: Vec<Experiment> = seen.into_iter().collect();
    sorted.sort_by_key(|experiment| experiment.path.len());
    for experiment in sorted {
        changed |= table.add_experiment(experiment);
    }
    changed
}
