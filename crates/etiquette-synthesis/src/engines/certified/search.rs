//! The loop of the certified engine: hypothesis, proof, counterexample, and again.

use std::collections::BTreeMap;
use std::sync::Arc as Shared;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_checking::{Story, Wrong};
use etiquette_component::Component;
use etiquette_logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engines::certified::budgets::search::{
    FEW_STATES, MAX_CALLS, MAX_EXPERIMENT, MAX_INSTANCES, MAX_SAMPLED, WALKED_PAIRS, WALKED_PAIRS_IF_MIXED,
};
use crate::engines::certified::claim::{Drafted, draft};
use crate::engines::certified::classes::{Asked, Table, call_of, calls_of_a_method, first_table};
use crate::engines::certified::companions::Companions;
use crate::engines::certified::counterexample::{Difficulty, learn};
use crate::engines::certified::facts::{Finished, conclude};
use crate::engines::certified::far::learn_from_afar;
use crate::engines::certified::split::{experiment_condition, refine};
use crate::engines::certified::walk::{Walked, find_difference};
use crate::proofs::obligations::failing_with;
use crate::proofs::product::depth_without_difference;
use crate::proofs::prove::{Effort, Labels, Proof, Samples, prove};
use crate::spaces::budgets::solver_execute::FEW_ROUNDS;
use crate::spaces::budgets::solver_execute::MANY_ROUNDS;
use crate::spaces::solver::beliefs::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_learning::{Answer, dont_cares::Hypothesis};
use etiquette_outcome::{Outcome, Run, StopReason, unexplored};

/// How the search ended.
pub(crate) enum End {
    Proved(Labels),
    /// Not refuted by words of so many calls.
    Open(u64),
    /// No finite set of guards seems to do; not refuted by words of so many calls.
    TooManyGuards(u64),
    Stopped(StopReason),
}

/// Everything that the search knows.
pub(crate) struct Search {
    pub words: Words,
    pub table: Table,
    /// For each method, values of its hidden choices with which forbidden calls fail.
    instances: Vec<Vec<Vec<Term>>>,
    /// Words after which a letter may fail and may not: there, forbidding it is right, but not for every state.
    mixed: Vec<(Vec<Event>, LetterId)>,
    pub effort: Effort,
    pub rounds: u64,
    pub companions: Companions,
}

impl Search {
    /// A search in which loops are followed for so many rounds to see what words do.
    pub fn new(component: &Component, companions: Companions, loop_rounds: usize) -> Self {
        let mut words = Words::new(component, loop_rounds);
        let table = first_table(&mut words);
        let instances = vec![Vec::new(); component.methods.len()];
        Search { words, table, instances, mixed: Vec::new(), effort: Effort::default(), rounds: 0, companions }
    }

    /// Searches until there is a proof, or reason to stop. Where the component is a slice, words are tried on the
    /// whole.
    pub fn run(component: &Component, companions: Companions, whole: Option<&Component>, run: &mut Run) -> Outcome {
        // A component that slicing had no time for may be large, and is not even looked at.
        if let Err(stop) = run.look() {
            return unexplored(component, "certified", stop);
        }
        let mut search = Search::new(component, companions, FEW_ROUNDS);
        let (mut latest, mut end) = search.until_end(run);
        let is_open = matches!(end, End::Open(_) | End::TooManyGuards(_)) && search.words.executor.was_cut;
        if run.thorough && (is_open || search.words.executor.is_too_short) {
            search = Search::new(component, search.companions, MANY_ROUNDS);
            (latest, end) = search.until_end(run);
        }
        conclude(Finished { search, latest, end }, whole, run)
    }

    fn until_end(&mut self, run: &mut Run) -> (Option<(Hypothesis, Drafted)>, End) {
        self.words.set_interrupt(Shared::new(run.interrupt()));
        let mut latest = None;
        let end = loop {
            match self.round(&mut latest, run) {
                Ok(Some(end)) => break end,
                Ok(None) if self.words.executor.is_too_short => break End::Open(0),
                Ok(None) => {}
                Err(stop) => break End::Stopped(stop),
            }
        };
        (latest, end)
    }

    /// One hypothesis, and what comes of it.
    fn round(&mut self, latest: &mut Option<(Hypothesis, Drafted)>, run: &mut Run) -> Result<Option<End>, StopReason> {
        self.rounds += 1;
        run.report("learn", self.table.experiments().len() as u64, "experiments");
        let hypothesis = self.table.hypothesis(&mut Asked { words: &mut self.words, run }, refine)?;
        run.report("prove", hypothesis.states.len() as u64, "states");
        if run.limits().states.is_some_and(|limit| hypothesis.states.len() as u64 > limit) {
            return Err(StopReason::StateLimit);
        }
        match self.walk(&hypothesis, run)? {
            Some(true) => return Ok(None),
            Some(false) => return Ok(Some(End::Open(0))),
            None => {}
        }
        self.effort.depth = 0;
        let drafted = self.draft(&hypothesis);
        let (hypothesis, drafted) = latest.insert((hypothesis, drafted));
        if calls_of_a_method(&self.table) > MAX_CALLS {
            return self.give_up_guards(drafted, run).map(Some);
        }
        self.settle(hypothesis, drafted, run)
    }

    /// Looks for a difference between hypothesis and component without a proof. If there is one, says whether there was
    /// anything to learn from it.
    fn walk(&mut self, hypothesis: &Hypothesis, run: &mut Run) -> Result<Option<bool>, StopReason> {
        let pairs = match self.mixed.is_empty() {
            true => WALKED_PAIRS + 2 * hypothesis.states.len(),
            false => WALKED_PAIRS_IF_MIXED,
        };
        let Search { table, words, .. } = self;
        match find_difference(table, words, hypothesis, pairs, run)? {
            Walked::Difference(found) => learn(table, words, found, run).map(Some),
            Walked::Cut if run.thorough && hypothesis.states.len() > FEW_STATES => {
                let learned = learn_from_afar(table, words, hypothesis, pairs, run)?;
                Ok(learned.then_some(true))
            }
            Walked::Cut | Walked::All | Walked::Slow => Ok(None),
        }
    }

    fn draft(&mut self, hypothesis: &Hypothesis) -> Drafted {
        draft(self.words.component(), &self.table, hypothesis, self.instances.clone())
    }

    fn give_up_guards(&mut self, drafted: &Drafted, run: &mut Run) -> Result<End, StopReason> {
        let open = FxHashSet::default();
        let claim = drafted.claim(&open);
        Ok(End::TooManyGuards(depth_without_difference(&mut self.words, &claim, run)?))
    }

    /// Proves the hypothesis, or learns why it is wrong.
    fn settle(
        &mut self,
        hypothesis: &Hypothesis,
        drafted: &mut Drafted,
        run: &mut Run,
    ) -> Result<Option<End>, StopReason> {
        let methods: Vec<usize> = drafted.calls.iter().map(|call| call.method).collect();
        match self.prove(hypothesis, drafted, run)? {
            Proof::Proved(interface, labels) => {
                drafted.interface = *interface;
                Ok(Some(End::Proved(labels)))
            }
            Proof::Open(depth) => Ok(Some(End::Open(depth))),
            Proof::Refuted(story, state) => match self.learn(&story, &state, &methods, run)? {
                true => Ok(None),
                false => Ok(Some(End::Open(0))),
            },
        }
    }

    fn prove(&mut self, hypothesis: &Hypothesis, drafted: &Drafted, run: &mut Run) -> Result<Proof, StopReason> {
        let samples = self.samples(hypothesis);
        let experiments = self.experiment_conditions();
        let open = self.open(hypothesis, drafted);
        let claim = drafted.claim(&open);
        prove(&mut self.words, &claim, &samples, &experiments, &mut self.effort, run)
    }

    /// Forbidden calls in states that a word leads to after which the call may fail and may not.
    pub fn open(&mut self, hypothesis: &Hypothesis, drafted: &Drafted) -> FxHashSet<(StateId, CallId)> {
        let mut open = FxHashSet::default();
        for (word, letter) in self.mixed.clone() {
            let Some(state) = self.state_after(hypothesis, &word) else { continue };
            let letter = self.words.letter(letter).clone();
            let component = self.words.component();
            let call = drafted.calls.iter().position(|call| call.contains(component, &letter));
            open.extend(call.map(|call| (StateId::from_index(state), CallId::from_index(call))));
        }
        open.extend(self.forbidden_opposites(drafted));
        open
    }

    /// Nobody needs to know why an opposite is forbidden.
    fn forbidden_opposites(&self, drafted: &Drafted) -> Vec<(StateId, CallId)> {
        let is_opposite = |call: &CallId| self.companions.is_opposite(drafted.calls[call.index()].method);
        let calls: Vec<CallId> = drafted.interface.alphabet().call_ids().filter(is_opposite).collect();
        let pairs = drafted.interface.states().flat_map(|state| calls.iter().map(move |&call| (state, call)));
        pairs.filter(|&(state, call)| !drafted.interface.allows(state, call)).collect()
    }

    /// The state of the hypothesis after a word.
    fn state_after(&mut self, hypothesis: &Hypothesis, word: &[Event]) -> Option<usize> {
        let mut state = 0;
        for event in word {
            let letter = self.words.letter(event.letter).clone();
            let call = call_of(&self.table, self.words.component(), &letter)?;
            state = hypothesis.next(state, call, event.outcome)?;
        }
        Some(state)
    }

    fn samples(&mut self, hypothesis: &Hypothesis) -> Samples {
        let mut samples = Vec::new();
        for state in &hypothesis.states {
            let mut members: Vec<NodeId> = state.members.iter().copied().collect();
            members.sort_unstable();
            members.truncate(MAX_SAMPLED);
            samples.push(members.into_iter().flat_map(|node| self.words.some_states(node)).collect());
        }
        samples
    }

    /// The experiments as conditions on states.
    fn experiment_conditions(&mut self) -> Vec<Term> {
        let short: Vec<_> =
            self.table.experiments().iter().filter(|found| found.path.len() <= MAX_EXPERIMENT).cloned().collect();
        short.iter().filter_map(|experiment| experiment_condition(&mut self.words, experiment)).collect()
    }

    /// Learns from a run that refutes the hypothesis; says whether there was anything to learn.
    fn learn(&mut self, story: &Story, state: &[u64], methods: &[usize], run: &mut Run) -> Result<bool, StopReason> {
        let difficulty = Difficulty::new(&mut self.words, story, methods);
        if let Some(Wrong::Returned { call, arguments, .. }) = &story.wrong
            && difficulty.observe(&mut self.words, run)? == Answer::Illegal
        {
            return self.learn_mixed(methods[call.index()], arguments, state, difficulty, run);
        }
        learn(&mut self.table, &mut self.words, difficulty, run)
    }

    /// A call that returned may fail all the same: from the same state with other hidden choices, or from another
    /// state.
    fn learn_mixed(
        &mut self,
        method: usize,
        arguments: &[u64],
        state: &[u64],
        difficulty: Difficulty,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        if let Some(instance) = self.failing_instance(method, arguments, state) {
            let known = &mut self.instances[method];
            if known.len() < MAX_INSTANCES && !known.contains(&instance) {
                known.push(instance);
                return Ok(true);
            }
        }
        if !run.thorough && !run.settles_for_doubts {
            return Ok(false);
        }
        let mut node = Words::START;
        for &event in &difficulty.path {
            let Some(next) = self.words.next(node, event, run)? else { return Ok(false) };
            node = next;
            self.table.expand(node);
        }
        let Some(last) = difficulty.last else { return Ok(false) };
        let is_new = self.add_mixed(&difficulty.path, last);
        self.look_for_mixed(&difficulty.path, node, run)?;
        Ok(is_new)
    }

    fn add_mixed(&mut self, word: &[Event], letter: LetterId) -> bool {
        let found = (word.to_vec(), letter);
        let is_new = !self.mixed.contains(&found);
        if is_new {
            self.mixed.push(found);
        }
        is_new
    }

    /// Where one call may fail and may not, others are likely to be so: all at once is cheaper than one by one.
    fn look_for_mixed(&mut self, word: &[Event], node: NodeId, run: &mut Run) -> Result<(), StopReason> {
        let samples: Vec<LetterId> = self.table.classes.iter().map(|call| call.samples[0]).collect();
        for letter in samples {
            let fails = matches!(self.words.verdict(node, letter, run)?, Verdict::Fails(_));
            if fails && self.words.may_return(node, letter) {
                self.add_mixed(word, letter);
            }
        }
        Ok(())
    }

    /// Values of the method's hidden choices with which it fails from the state.
    fn failing_instance(&mut self, method: usize, arguments: &[u64], state: &[u64]) -> Option<Vec<Term>> {
        let summary = self.words.executor.summaries[method].clone();
        if !summary.is_loop_free() {
            return None;
        }
        let component = self.words.component();
        let own: Vec<Term> = summary.choices.iter().map(|choice| component.terms.symbol(choice.symbol)).collect();
        let failing = failing_with(component, &summary, &own);
        let variables = component.state_symbols().into_iter().zip(state.iter().copied());
        let parameters = &component.methods[method].parameters;
        let parameters = parameters.iter().map(|binding| binding.symbol).zip(arguments.iter().copied());
        let values: Vec<_> = variables.chain(parameters).collect();
        let terms = &mut component.terms;
        let constants: FxHashMap<_, _> = values
            .into_iter()
            .map(|(symbol, value)| (symbol, terms.constant(terms.symbol_sort(symbol), value)))
            .collect();
        let here = terms.substitute(failing, &constants);
        if !self.words.is_satisfiable(here) {
            return None;
        }
        let values: Vec<u64> = summary.choices.iter().map(|choice| self.words.model_value(choice.symbol)).collect();
        let component = self.words.component();
        let constant = |(choice, value): (&etiquette_component::Binding, u64)| {
            let sort = component.sort(choice.ty);
            component.terms.constant(sort, value)
        };
        Some(summary.choices.iter().zip(values).map(constant).collect())
    }

    /// Numbers for people and benchmarks.
    pub fn statistics(&self, interface: &Interface) -> BTreeMap<String, u64> {
        BTreeMap::from([
            ("rounds".to_owned(), self.rounds),
            ("calls run".to_owned(), self.words.runs),
            ("solver calls".to_owned(), self.words.solver_calls + self.effort.solver_calls),
            ("experiments".to_owned(), self.table.experiments().len() as u64),
            ("searches with PDR".to_owned(), self.effort.pdr_runs),
            ("states".to_owned(), interface.state_count() as u64),
        ])
    }
}
