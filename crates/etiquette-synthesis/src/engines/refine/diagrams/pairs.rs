//! Pairs of states of an abstraction that one word can lead to, ring by ring, both in one diagram.
//!
//! Before each step what is hidden may be anything; after it, it is forgotten. The first pair that disagrees on a call
//! is followed back to the initial states.

use etiquette_component::{Event, Letter, Visibility};
use etiquette_symbolic::{Bdd, Fallible, Replacement, SymbolicComponent, Var};

use crate::engines::refine::control::AbstractRuns;
use crate::engines::refine::diagrams::hidden_variables;
use crate::engines::refine::gap::Look;

/// What came of the search.
pub(crate) enum Search {
    /// Two runs of a shortest word do not agree on the next call.
    Mixed(AbstractRuns),
    /// No word is mixed.
    Deterministic,
    /// The abstraction has too many states.
    TooLarge,
}

/// Looks for a shortest word with runs that do not agree on the next call, in an abstraction of so many states at most.
pub(crate) fn mixed_runs(symbolic: &SymbolicComponent, visibility: &Visibility, most: u64) -> Fallible<Search> {
    let pairs = Pairs::new(symbolic, visibility)?;
    let mut rings = vec![pairs.initial()?];
    let mut reached = rings[0].clone();
    while let Some(frontier) = rings.last().filter(|ring| !ring.is_false()) {
        let full = pairs.concrete(frontier)?;
        if let Some((method, bad)) = pairs.disagreeing(&full)? {
            return Ok(pairs.evidence(&rings, method, &bad)?.map_or(Search::Deterministic, Search::Mixed));
        }
        // Counting takes longer than a step, so it is done less and less often.
        if rings.len().is_power_of_two() && pairs.has_more_states_than(&reached, most)? {
            return Ok(Search::TooLarge);
        }
        let new = symbolic.diagrams.minus(&pairs.successors(&full)?, &reached)?;
        reached = symbolic.diagrams.or(&reached, &new)?;
        rings.push(new);
    }
    Ok(if pairs.has_more_states_than(&reached, most)? { Search::TooLarge } else { Search::Deterministic })
}

struct Pairs<'a> {
    symbolic: &'a SymbolicComponent,
    visibility: &'a Visibility,
    /// Exchanges the two runs.
    swap: Replacement,
    /// The hidden bits of both runs.
    hidden: Bdd,
    /// Both runs are in states that are states.
    domain: Bdd,
}

/// What is seen of both runs, bit by bit.
struct SeenPair {
    literals: Vec<(Var, bool)>,
}

impl<'a> Pairs<'a> {
    fn new(symbolic: &'a SymbolicComponent, visibility: &'a Visibility) -> Fallible<Self> {
        let cells = &symbolic.layout.cells;
        let there = cells.iter().map(|cell| (cell.current, cell.twin));
        let back = cells.iter().map(|cell| (cell.twin, cell.current));
        let swap = symbolic.diagrams.renaming(&there.chain(back).collect::<Vec<_>>())?;
        let mut hidden = hidden_variables(symbolic, visibility, |cell| cell.current);
        hidden.extend(hidden_variables(symbolic, visibility, |cell| cell.twin));
        let hidden = symbolic.diagrams.cube(&hidden)?;
        let other = symbolic.diagrams.replace(&symbolic.domain, &swap)?;
        let domain = symbolic.diagrams.and(&symbolic.domain, &other)?;
        Ok(Pairs { symbolic, visibility, swap, hidden, domain })
    }

    fn swapped(&self, set: &Bdd) -> Fallible<Bdd> {
        self.symbolic.diagrams.replace(set, &self.swap)
    }

    fn initial(&self) -> Fallible<Bdd> {
        let initial = &self.symbolic.initial;
        self.seen(&self.symbolic.diagrams.and(initial, &self.swapped(initial)?)?)
    }

    /// Forgets what is hidden.
    fn seen(&self, pairs: &Bdd) -> Fallible<Bdd> {
        self.symbolic.diagrams.exists(pairs, &self.hidden)
    }

    /// What is hidden may be anything.
    fn concrete(&self, pairs: &Bdd) -> Fallible<Bdd> {
        self.symbolic.diagrams.and(pairs, &self.domain)
    }

    /// Whether these are pairs of more than so many states, by what is seen of them.
    fn has_more_states_than(&self, pairs: &Bdd, most: u64) -> Fallible<bool> {
        let seen = self.seen_variables(|cell| cell.current);
        if u32::try_from(seen.len()).is_ok_and(|bits| 1u64.checked_shl(bits).is_some_and(|all| all <= most)) {
            return Ok(false);
        }
        let other = self.symbolic.diagrams.cube(&self.seen_variables(|cell| cell.twin))?;
        let states = self.symbolic.diagrams.exists(pairs, &other)?;
        Ok(self.symbolic.diagrams.count(&states, &seen) > u128::from(most))
    }

    /// The pairs, with arguments, of which the first can fail and the second can pass, and the method.
    fn disagreeing(&self, pairs: &Bdd) -> Fallible<Option<(usize, Bdd)>> {
        let diagrams = &self.symbolic.diagrams;
        for (index, method) in self.symbolic.methods.iter().enumerate() {
            let failing = diagrams.and(&diagrams.and(pairs, &method.fails)?, &self.symbolic.arguments[index])?;
            let bad = diagrams.and(&failing, &self.swapped(&method.passes)?)?;
            if !bad.is_false() {
                return Ok(Some((index, bad)));
            }
        }
        Ok(None)
    }

    fn successors(&self, pairs: &Bdd) -> Fallible<Bdd> {
        let diagrams = &self.symbolic.diagrams;
        let mut after = diagrams.constant(false);
        for (method, outcome) in self.events() {
            let relation = &self.symbolic.methods[method].returns[outcome];
            let valid = diagrams.and(pairs, &self.symbolic.arguments[method])?;
            // The arguments stay until both runs have taken the step.
            let first = self.swapped(&relation.image(diagrams, &valid)?)?;
            let both = relation.image(diagrams, &first)?;
            let arguments = diagrams.cube(&self.symbolic.layout.arguments(method))?;
            after = diagrams.or(&after, &self.seen(&diagrams.exists(&both, &arguments)?)?)?;
        }
        Ok(after)
    }

    fn events(&self) -> impl Iterator<Item = (usize, usize)> + use<'_, 'a> {
        let methods = self.symbolic.methods.iter().enumerate();
        methods.flat_map(|(index, method)| (0..method.returns.len()).map(move |outcome| (index, outcome)))
    }

    /// The pairs of the ring from which the event leads to the pair, with its arguments.
    fn before(&self, ring: &Bdd, pair: &SeenPair, method: usize, outcome: usize) -> Fallible<Bdd> {
        let diagrams = &self.symbolic.diagrams;
        let relation = &self.symbolic.methods[method].returns[outcome];
        let target = diagrams.assignment(&pair.literals)?;
        let first = self.swapped(&relation.preimage(diagrams, &target)?)?;
        let both = self.swapped(&relation.preimage(diagrams, &first)?)?;
        diagrams.and(&diagrams.and(&both, &self.concrete(ring)?)?, &self.symbolic.arguments[method])
    }

    /// The smallest arguments of a set, and what is seen of a pair that goes with them.
    fn pick(&self, method: usize, set: &Bdd) -> Fallible<Option<(Vec<u64>, SeenPair)>> {
        let symbolic = self.symbolic;
        let Some(arguments) = symbolic.smallest_arguments(method, set)? else { return Ok(None) };
        let rest = self.seen(&symbolic.diagrams.restrict(set, &symbolic.tuple(method, &arguments)?)?)?;
        let mut variables = self.seen_variables(|cell| cell.current);
        variables.extend(self.seen_variables(|cell| cell.twin));
        let found = symbolic.diagrams.smallest(&rest, &variables)?;
        Ok(found.map(|values| (arguments, SeenPair { literals: variables.into_iter().zip(values).collect() })))
    }

    /// The variables of visible bits, and of the one that says whether the object was constructed.
    fn seen_variables(&self, variable: impl Fn(&etiquette_symbolic::Cell) -> Var) -> Vec<Var> {
        let hidden = hidden_variables(self.symbolic, self.visibility, &variable);
        let cells = self.symbolic.layout.cells.iter().map(variable);
        cells.filter(|variable| !hidden.contains(variable)).collect()
    }

    fn evidence(&self, rings: &[Bdd], method: usize, bad: &Bdd) -> Fallible<Option<AbstractRuns>> {
        let Some((arguments, mut pair)) = self.pick(method, bad)? else { return Ok(None) };
        let (mut word, mut failing, mut passing) = (Vec::new(), Vec::new(), Vec::new());
        self.note(&pair, &mut failing, &mut passing);
        for ring in rings[..rings.len() - 1].iter().rev() {
            for (method, outcome) in self.events() {
                let before = self.before(ring, &pair, method, outcome)?;
                if let Some((arguments, previous)) = self.pick(method, &before)? {
                    word.push(Event { letter: Letter { method, arguments }, outcome });
                    pair = previous;
                    self.note(&pair, &mut failing, &mut passing);
                    break;
                }
            }
        }
        word.reverse();
        failing.reverse();
        passing.reverse();
        Ok(Some(AbstractRuns { word, call: Letter { method, arguments }, failing, passing }))
    }

    fn note(&self, pair: &SeenPair, failing: &mut Vec<Look>, passing: &mut Vec<Look>) {
        failing.push(self.look(pair, |cell| cell.current));
        passing.push(self.look(pair, |cell| cell.twin));
    }

    fn look(&self, pair: &SeenPair, variable: impl Fn(&etiquette_symbolic::Cell) -> Var) -> Look {
        let layout = &self.symbolic.layout;
        let is_on = |wanted: Var| pair.literals.iter().any(|&(variable, value)| variable == wanted && value);
        let value = |range: &std::ops::Range<usize>| {
            let cells = layout.cells[range.clone()].iter().enumerate();
            cells.filter(|(_, cell)| is_on(variable(cell))).fold(0, |value, (bit, _)| value | 1 << bit)
        };
        Look { bits: self.visibility.0.clone(), values: layout.variables.iter().map(value).collect() }
    }
}
