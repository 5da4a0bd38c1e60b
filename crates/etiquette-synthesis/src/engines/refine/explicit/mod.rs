//! Refinement on explicit states: the component is run with the concrete interpreter, and sets of states are lists.

pub(crate) mod conclude;

use etiquette_component::{
    Abstraction, Component, Event, Exit, Interpreter, Letter, Type, Visibility, hide, slice, summarise,
};
use etiquette_logic::{Term, mask};
use etiquette_symbolic::Disagreement;
use rustc_hash::FxHashSet;

use crate::determinism::find_mixed_runs;
use crate::engine::Unsupported;
use crate::engines::refine::budgets::explicit::MOST_HIDDEN_BITS;
use crate::engines::refine::control::{AbstractRuns, Obstacle, RealRuns, Representation, show_all_of};
use crate::engines::refine::gap::{AbstractRun, Ending, Gap, Look, Separable, StatePair};
use crate::spaces::explicit::initial::initial_states;
use crate::spaces::explicit::letters::Letters;
use crate::spaces::explicit::results::for_each_result;
pub(crate) use conclude::conclude;
use etiquette_outcome::{Run, StopReason};

type State = Vec<u64>;

/// The component that is refined.
pub(crate) struct ExplicitStates<'a> {
    base: &'a Component,
    letters: Letters,
    interpreter: Interpreter,
    /// Whether abstractions are sliced. Then outcomes may be chosen freely that nothing which is left depends on.
    slicing: bool,
}

impl<'a> ExplicitStates<'a> {
    pub fn new(base: &'a Component) -> Result<Self, Unsupported> {
        let interpreter = Interpreter::new(base);
        Ok(ExplicitStates { base, letters: Letters::of(base)?, interpreter, slicing: true })
    }

    /// The abstraction that shows what is visible, without what no error depends on any more.
    pub fn abstraction(&self, visibility: &Visibility) -> Abstraction {
        let Abstraction { component, mut pieces } = hide(self.base, visibility);
        if !self.slicing {
            return Abstraction { component, pieces };
        }
        let component = slice(&component).component;
        let is_kept = |symbol| component.variables.iter().any(|variable| variable.binding.symbol == symbol);
        pieces.retain(|piece| is_kept(piece.symbol));
        Abstraction { component, pieces }
    }

    /// Whether a loop comes to an end must not be left open: a call that never returns, and one that fails, are not the
    /// same.
    fn show_what_loops_use(&self, visibility: &mut Visibility) {
        let mut scratch = self.base.clone();
        for (index, method) in self.base.methods.iter().enumerate() {
            if !summarise(&mut scratch, index).is_loop_free() {
                let terms: Vec<Term> = method.body.edges.iter().filter_map(|edge| edge.action.term()).collect();
                show_all_of(self.base, &self.base.terms.symbols_of_all(&terms), visibility);
            }
        }
    }
}

/// The states after some calls of a word, each with the position of one before it.
type Layer = Vec<(State, usize)>;

impl Separable for ExplicitStates<'_> {
    type States = Vec<State>;

    fn alike(
        &mut self,
        reached: &Vec<State>,
        needed: &Vec<State>,
        visibility: &Visibility,
        _: &Run,
    ) -> Result<Option<StatePair>, StopReason> {
        let masked =
            |state: &State| -> State { state.iter().zip(&visibility.0).map(|(value, bits)| value & bits).collect() };
        let mut known: Vec<(State, usize)> =
            reached.iter().enumerate().map(|(index, state)| (masked(state), index)).collect();
        known.sort_unstable();
        let order = |known: &State, state: &State| {
            let seen = state.iter().zip(&visibility.0).map(|(value, bits)| value & bits);
            known.iter().copied().cmp(seen)
        };
        Ok(needed.iter().find_map(|state| {
            let found = known.binary_search_by(|(known, _)| order(known, state)).ok()?;
            Some((reached[known[found].1].clone(), state.clone()))
        }))
    }
}

impl Representation for ExplicitStates<'_> {
    /// What loops use, and the widest variables, until few enough bits are hidden.
    fn visible_from_the_start(&self) -> Visibility {
        let width = |variable: &usize| self.base.sort(self.base.variables[*variable].binding.ty).width();
        let mut widest: Vec<usize> = (0..self.base.variables.len()).collect();
        widest.sort_by_key(|variable| std::cmp::Reverse(width(variable)));
        let mut visibility = Visibility::none(self.base);
        self.show_what_loops_use(&mut visibility);
        widest.retain(|&variable| visibility.0[variable] == 0);
        let mut hidden: u32 = widest.iter().map(width).sum();
        for variable in widest {
            if hidden > MOST_HIDDEN_BITS {
                visibility.0[variable] = mask(width(&variable));
                hidden -= width(&variable);
            }
        }
        visibility
    }

    fn mixed_runs(&mut self, visibility: &Visibility, run: &mut Run) -> Result<Option<AbstractRuns>, Obstacle> {
        let Abstraction { component, pieces } = self.abstraction(visibility);
        let found = find_mixed_runs(&component, &self.letters, run.abstraction_limit, run);
        let found = found.map_err(Obstacle::Unsupported)?.map_err(Obstacle::Halted)?;
        let look = |state: &State| Look::new(self.base.variables.len(), &pieces, state);
        Ok(found.map(|Disagreement { word, call, failing, passing }| {
            let [failing, passing] = [failing, passing].map(|states| states.iter().map(look).collect());
            AbstractRuns { word, call, failing, passing }
        }))
    }

    fn be_more_precise(&mut self) -> bool {
        std::mem::replace(&mut self.slicing, false)
    }

    fn real_runs(&mut self, word: &[Event], call: &Letter, run: &mut Run) -> Result<RealRuns, StopReason> {
        let layers = self.follow(word, None, run)?;
        let mut runs = RealRuns::default();
        if layers.len() > word.len() {
            for (index, (state, _)) in layers[word.len()].iter().enumerate() {
                let results = self.results(state, call, run)?;
                for (ending, found) in [(Ending::Fails, &mut runs.failing), (Ending::Passes, &mut runs.passing)] {
                    if found.is_none() && can_end(&results, ending) {
                        *found = Some(run_to(&layers, index));
                    }
                }
            }
        }
        Ok(runs)
    }

    fn gap(
        &mut self,
        spurious: &AbstractRun<'_>,
        visibility: &Visibility,
        run: &mut Run,
    ) -> Result<Gap<Vec<State>>, StopReason> {
        let mut layers = self.follow(spurious.word, Some(&spurious.looks), run)?;
        let Some(last) = layers.pop() else { return Ok(Gap::Initial) };
        let reached: Vec<State> = last.into_iter().map(|(state, _)| state).collect();
        let mut needed = Vec::new();
        for state in self.like_any_of(&reached, visibility) {
            if self.can_follow(&state, layers.len(), spurious, run)? {
                needed.push(state);
            }
        }
        Ok(Gap::Between { reached, needed })
    }
}

impl ExplicitStates<'_> {
    /// All results of a call.
    fn results(&mut self, state: &State, call: &Letter, run: &Run) -> Result<Vec<(Exit, State)>, StopReason> {
        let mut results = Vec::new();
        let keep = |exit: Exit, after: &[u64]| results.push((exit, after.to_vec()));
        for_each_result(&mut self.interpreter, state, call, run, keep)?;
        Ok(results)
    }

    /// The states after each call of the word that look as they should, for as long as there are any.
    fn follow(&mut self, word: &[Event], looks: Option<&[Look]>, run: &mut Run) -> Result<Vec<Layer>, StopReason> {
        let fits = |index: usize, state: &State| looks.is_none_or(|looks| looks[index].fits(state));
        let initial = initial_states(self.base).into_iter().filter(|state| fits(0, state));
        let mut layers: Vec<Layer> = vec![initial.map(|state| (state, 0)).collect()];
        for (index, call) in word.iter().enumerate() {
            let mut next = Layer::new();
            let mut seen: FxHashSet<State> = FxHashSet::default();
            for (position, (state, _)) in layers[index].iter().enumerate() {
                run.tick()?;
                for (exit, after) in self.results(state, &call.letter, run)? {
                    if exit == Exit::Returned(call.outcome) && fits(index + 1, &after) && seen.insert(after.clone()) {
                        next.push((after, position));
                    }
                }
            }
            layers.push(next);
            if layers[index + 1].is_empty() {
                break;
            }
        }
        layers.retain(|layer| !layer.is_empty());
        Ok(layers)
    }

    /// Whether a state can take the step of the run with this number, the last one being the call after the word.
    fn can_follow(
        &mut self,
        state: &State,
        step: usize,
        spurious: &AbstractRun<'_>,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        run.tick()?;
        let Some(call) = spurious.word.get(step) else {
            return Ok(can_end(&self.results(state, spurious.call, run)?, spurious.ending));
        };
        let results = self.results(state, &call.letter, run)?;
        let next = &spurious.looks[step + 1];
        Ok(results.iter().any(|(exit, after)| *exit == Exit::Returned(call.outcome) && next.fits(after)))
    }

    /// All states that differ from one of these in hidden parts only.
    fn like_any_of(&self, states: &[State], visibility: &Visibility) -> Vec<State> {
        let visible =
            |state: &State| -> State { state.iter().zip(&visibility.0).map(|(value, bits)| value & bits).collect() };
        let mut looks: Vec<State> = states.iter().map(visible).collect();
        looks.sort_unstable();
        looks.dedup();
        for variable in 0..self.base.variables.len() {
            let values = self.hidden_values(variable, visibility.0[variable]);
            let with = |state: State| {
                values.iter().map(move |value| {
                    let mut state = state.clone();
                    state[variable] |= value;
                    state
                })
            };
            looks = looks.into_iter().flat_map(with).collect();
        }
        looks
    }

    /// What the hidden bits of a variable can be.
    fn hidden_values(&self, variable: usize, visible: u64) -> Vec<u64> {
        let ty = self.base.variables[variable].binding.ty;
        match ty {
            Type::Int { width, .. } => subsets(mask(width) & !visible),
            Type::Bool | Type::Enum(_) if visible != 0 => vec![0],
            Type::Bool | Type::Enum(_) => (0..self.base.value_count(ty).unwrap_or_default()).collect(),
        }
    }
}

/// Whether a call with these results can end so. One that fails or never returns fails: whoever waits for
/// it learns nothing else.
fn can_end(results: &[(Exit, State)], ending: Ending) -> bool {
    let any = |wanted: fn(&Exit) -> bool| results.iter().any(|(exit, _)| wanted(exit));
    let fails = any(|exit| matches!(exit, Exit::Failed(_)));
    match ending {
        Ending::Fails => fails,
        Ending::Passes => !fails || any(|exit| matches!(exit, Exit::Returned(_))),
    }
}

/// All numbers with bits among these only, in order.
fn subsets(bits: u64) -> Vec<u64> {
    let mut subsets = vec![0];
    while let Some(next) =
        subsets.last().map(|last: &u64| (last | !bits).wrapping_add(1) & bits).filter(|&next| next != 0)
    {
        subsets.push(next);
    }
    subsets
}

/// The states of a run that ends in the last layer.
fn run_to(layers: &[Layer], mut index: usize) -> Vec<State> {
    let mut states: Vec<State> = Vec::new();
    for layer in layers.iter().rev() {
        states.push(layer[index].0.clone());
        index = layer[index].1;
    }
    states.reverse();
    states
}
