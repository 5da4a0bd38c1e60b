//! From the end of a search to an outcome: labels, access words, why calls are forbidden, and what is guaranteed.

use std::sync::Arc as Shared;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::{Certificate, ForbiddenProof, Proof};
use etiquette_component::{Component, Letter};
use etiquette_logic::{Interrupt, Term};
use rustc_hash::FxHashSet;

use crate::engines::certified::claim::Drafted;
use crate::engines::certified::classes::Asked;
use crate::engines::certified::search::{End, Search};
use crate::engines::certified::split::unlike;
use crate::proofs::certificate::establish;
use crate::proofs::obligations::is_in_order;
use crate::proofs::prove::Labels;
use crate::readable::cover::assuming;
use crate::readable::ranges::short_text;
use crate::readable::spelling::failure;
use crate::spaces::budgets::solver_execute::FEW_ROUNDS;
use crate::spaces::solver::beliefs::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_learning::dont_cares::{Hypothesis, State};
use etiquette_outcome::{Conclusion, Confidence, Forbidden, Outcome, Reason, Run, StateFacts, StopReason, unexplored};

/// A search that has ended, with its last hypothesis.
pub(crate) struct Finished {
    pub search: Search,
    pub latest: Option<(Hypothesis, Drafted)>,
    pub end: End,
}

/// Puts into words what was found.
pub(crate) fn conclude(finished: Finished, whole: Option<&Component>, run: &mut Run) -> Outcome {
    let Finished { mut search, latest, mut end } = finished;
    let Some((hypothesis, mut drafted)) = latest else {
        return nothing(&mut search, &end);
    };
    let mut open = search.open(&hypothesis, &drafted);
    // What is asked from now on is known already or cheap; a limit that was reached must not cut it short.
    let mut asked = Asked { words: &mut search.words, run: &mut Run::default() };
    let minimal = search.table.tells_all_apart(&mut asked, &hypothesis).unwrap_or(false);
    let labels = match &mut end {
        End::Proved(labels) => Some(labels),
        _ => None,
    };
    search.companions.take_out(&mut search.words, &mut drafted, &mut open, labels);
    drafted.spell_guards(search.words.component());
    let labels = match &end {
        End::Proved(labels) => Some(labels),
        _ => None,
    };
    let interrupt: Interrupt = Shared::new(run.interrupt());
    let behind = drafted.interface.looks_behind_doubts();
    let replay = whole.filter(|_| labels.is_some()).map(|whole| (on_the_whole(whole, behind, run), &mut *run));
    let texts = labels.map(|labels| label_texts(search.words.component(), labels, &interrupt)).unwrap_or_default();
    let states = FactCollector { search: &mut search, drafted: &drafted, replay }.states(&hypothesis, texts);
    // In a coarse slice, where proofs are to be found quickly or not at all, more states are possible than in the
    // component, so that some state fails there shows nothing.
    let explained = if run.thorough { open.iter().copied().collect() } else { Vec::new() };
    let established =
        labels.map(|labels| establish(&mut search.words, &drafted.claim(&open), labels, explained, interrupt));
    let interface = match &established {
        Some(established) => behind_doubts_only(drafted.interface, &established.evidence.certificate),
        None => drafted.interface.looking_behind(|_, _| false),
    };
    let statistics = search.statistics(&interface);
    let summaries = search.words.executor.summaries.iter().take(search.words.executor.component.methods.len());
    let loops: Vec<bool> = summaries.map(|summary| !summary.is_loop_free()).collect();
    let component = search.words.component();
    let is_open = established.as_ref().map_or(!open.is_empty(), |established| !established.permissive);
    let complete = established.as_ref().is_some_and(|established| established.complete);
    let (safe, permissive, stop) = confidence(&end, is_open, search.effort.depth);
    let conclusion = Conclusion {
        states,
        safe,
        permissive,
        complete,
        smallest: minimal && !interface.looks_behind_doubts(),
        never_returns: loops,
        evidence: established.map(|established| established.evidence),
        statistics,
        ..Conclusion::new("certified", interface, stop)
    };
    conclusion.about(component)
}

/// What is true after calls, should they return, is told of doubtful ones only.
fn behind_doubts_only(interface: Interface, certificate: &Certificate) -> Interface {
    let is_doubtful = |known: &&ForbiddenProof| known.proof == Proof::Doubtful;
    let doubtful: FxHashSet<(StateId, CallId)> =
        certificate.forbidden.iter().filter(is_doubtful).map(|known| (known.state, known.call)).collect();
    interface.looking_behind(|state, call| doubtful.contains(&(state, call)))
}

/// What is established at the end; `depth` is how many calls the last hypothesis is known to be right for. Whether
/// calls that are left open are forbidden for a reason was not looked at in words of any length.
fn confidence(end: &End, open: bool, depth: u64) -> (Confidence, Confidence, StopReason) {
    let (safe, stop) = match end {
        End::Proved(_) => (Confidence::Proved, StopReason::Done),
        End::Open(depth) => (up_to(*depth), StopReason::NoProof),
        End::TooManyGuards(depth) => (up_to(*depth), StopReason::TooManyGuards),
        End::Stopped(stop) => (up_to(depth), *stop),
    };
    (safe, if open { Confidence::NotEstablished } else { safe }, stop)
}

fn up_to(calls: u64) -> Confidence {
    if calls == 0 { Confidence::NotEstablished } else { Confidence::ProvedUpTo(calls) }
}

/// Stopped before there was any hypothesis.
fn nothing(search: &mut Search, end: &End) -> Outcome {
    let (_, _, stop) = confidence(end, false, 0);
    let mut outcome = unexplored(search.words.component(), "certified", stop);
    outcome.statistics = search.statistics(&outcome.interface);
    outcome
}

/// Words on the component that a slice was made of. On a coarse slice more can happen, and a word is only shown to
/// people if it can really happen, with whatever outcomes.
fn on_the_whole(component: &Component, behind_doubts: bool, run: &Run) -> Words {
    let words = Words::new(component, FEW_ROUNDS);
    let mut words = if behind_doubts { words.going_on() } else { words };
    words.set_interrupt(Shared::new(run.interrupt()));
    words
}

/// Tells about states, with words that can happen.
struct FactCollector<'a> {
    search: &'a mut Search,
    drafted: &'a Drafted,
    /// Where words are tried before they are told, and for how long.
    replay: Option<(Words, &'a mut Run)>,
}

impl FactCollector<'_> {
    fn states(&mut self, hypothesis: &Hypothesis, labels: Vec<Option<String>>) -> Vec<StateFacts> {
        let labels = labels.into_iter().chain(std::iter::repeat(None));
        let states = hypothesis.states.iter().enumerate().zip(labels);
        states.map(|((index, state), label)| self.state(StateId::from_index(index), state, label)).collect()
    }

    fn state(&mut self, id: StateId, state: &State, label: Option<String>) -> StateFacts {
        let calls = self.drafted.interface.alphabet().call_ids();
        let forbidden: Vec<CallId> = calls.filter(|&call| !self.drafted.interface.allows(id, call)).collect();
        let reached_by = {
            let Search { companions, words, .. } = &mut *self.search;
            companions.without(words, &state.access)
        };
        let forbidden = forbidden.into_iter().map(|call| {
            let reason = self.reason(id, (state.creator, &reached_by), call);
            Forbidden::new(call, reason)
        });
        let forbidden = forbidden.collect();
        let access = self.shown(&reached_by, None).unwrap_or_default();
        StateFacts { label, access, forbidden }
    }

    /// The word for people, if it can happen, and end with a call that fails, if one is given. An outcome that is
    /// another one in the whole is not told.
    fn shown(&mut self, word: &[Event], failing: Option<LetterId>) -> Option<Vec<String>> {
        let words = &self.search.words;
        let Some((replay, run)) = &mut self.replay else {
            return Some(word.iter().map(|event| words.written_event(*event)).collect());
        };
        let calls: Vec<Letter> = word.iter().map(|event| words.letter(event.letter).clone()).collect();
        let happened = replay.happening(&calls, failing.map(|letter| words.letter(letter)), run)?;
        let outcome = |words: &Words, event: Event| {
            words.executor.component.methods[words.letter(event.letter).method].outcomes[event.outcome].clone()
        };
        let spelled = word.iter().zip(happened).map(|(&event, happened)| {
            let is_same = outcome(words, event) == outcome(replay, happened);
            if is_same { words.written_event(event) } else { words.written_call(event.letter) }
        });
        Some(spelled.collect())
    }

    /// Why a call is forbidden after the word that leads to the state.
    fn reason(&mut self, id: StateId, (node, word): (NodeId, &[Event]), call: CallId) -> Reason {
        let method = self.drafted.calls[call.index()].method;
        let component = self.search.words.component();
        if !is_in_order(component, &self.drafted.interface, id, method) {
            return Reason::out_of_order(&component.methods[method]);
        }
        let failing = self.failing_samples(node, call);
        for &(letter, error) in &failing {
            if let Some(word) = self.shown(word, Some(letter)) {
                return self.failure(letter, error, Some(&word));
            }
        }
        match failing.first() {
            Some(&(letter, error)) => self.failure(letter, error, None),
            None => Reason::Unexplored,
        }
    }

    /// Samples of the call that fail at the node, with their errors; one that is made for it where calls were divided
    /// behind the search, and none is left in this part.
    fn failing_samples(&mut self, node: NodeId, call: CallId) -> Vec<(LetterId, usize)> {
        let call = self.drafted.calls[call.index()];
        let Search { table, words, companions, .. } = &mut *self.search;
        let samples = table.classes.iter().flat_map(|sampled| sampled.samples.iter());
        let own: Vec<LetterId> = samples.map(|&sample| companions.own_letter(words, sample)).collect();
        let contained =
            own.into_iter().filter(|&sample| call.contains(&words.executor.component, words.letter(sample)));
        let contained: Vec<LetterId> = contained.collect();
        let failing: Vec<(LetterId, usize)> =
            contained.into_iter().filter_map(|sample| failing_at(words, node, sample)).collect();
        if !failing.is_empty() {
            return failing;
        }
        let made = unlike(words, call, node, true);
        let made = made.map(|arguments| words.letter_id(Letter { method: call.method, arguments }));
        made.and_then(|made| failing_at(words, node, made)).into_iter().collect()
    }

    fn failure(&mut self, letter: LetterId, error: usize, word: Option<&[String]>) -> Reason {
        let last = self.search.words.written_call(letter);
        failure(self.search.words.component(), error, word, last)
    }
}

/// A letter that fails at a node, with its error.
fn failing_at(words: &mut Words, node: NodeId, letter: LetterId) -> Option<(LetterId, usize)> {
    // Known already or cheap; a limit that was reached must not cut it short.
    match words.verdict(node, letter, &mut Run::default()) {
        Ok(Verdict::Fails(error)) => Some((letter, error)),
        _ => None,
    }
}

/// What is shown of each state. All of it may assume that the component is in one of the states.
fn label_texts(component: &mut Component, labels: &Labels, interrupt: &Interrupt) -> Vec<Option<String>> {
    let domains = component.state_domains();
    let terms = &mut component.terms;
    let each: Vec<Term> =
        labels.needed.between.iter().map(|conditions| terms.all(conditions.iter().copied())).collect();
    let some = terms.any(each);
    let assumed = terms.and(domains, some);
    let mut assumed = assuming(terms, assumed);
    let interrupt = Shared::clone(interrupt);
    assumed.set_interrupt(move || interrupt());
    // Before construction there is no object of which a label could tell.
    let unmade = usize::from(component.has_constructors());
    let texts = labels.shown.iter().enumerate().map(|(state, conditions)| {
        let all = component.terms.all(conditions.iter().copied());
        let is_told = state >= unmade && !component.is_true(all);
        is_told.then(|| short_text(component, &mut assumed, all))
    });
    texts.collect()
}
