//! Visible determinism: do all runs of a word agree on which calls fail next?
//!
//! A call that can fail and can return from one state is a disagreement of two runs, too. One that can fail or never
//! return is not: whoever waits for it learns nothing else. Pairs of runs with the same events are followed ring by
//! ring, the second run in the variables of its own. Where a pair disagrees, the rings are walked back, and the
//! evidence is one word with two runs.

use crate::component::SymbolicComponent;
use crate::diagrams::{Bdd, Fallible, Replacement, Var};
use crate::layout::Layout;
use crate::reach::Effort;
use etiquette_component::{Event, Letter, Word};

/// Two runs of one word that disagree on a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The word.
    pub word: Word,
    /// The states of a run of it, from the initial one, after which the call can fail.
    pub failing: Vec<Vec<u64>>,
    /// The states of a run of it, after which the call can return, or at least never fails.
    pub passing: Vec<Vec<u64>>,
    /// The call that is made then.
    pub call: Letter,
}

/// Whether a component is visibly deterministic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Determinism {
    /// All runs of every word agree.
    Visible,
    /// Two runs disagree.
    Hidden(Box<Disagreement>),
    /// Nothing was found with the effort that was allowed.
    Unknown,
}

/// Values of both runs, and of the arguments of the event that led there.
struct Pair {
    current: Vec<bool>,
    twin: Vec<bool>,
}

impl SymbolicComponent {
    /// Whether a word determines the state: one initial state, no hidden choice.
    pub fn has_single_runs(&self) -> bool {
        self.count(&self.initial) == 1 && !self.methods.iter().any(|method| method.has_choices)
    }

    /// Whether after every legal word each call fails in all runs, or in none. The effort bounds the calls in a row,
    /// and the nodes of the set of pairs of states.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn visible_determinism(&self, effort: Effort) -> Fallible<Determinism> {
        if self.has_single_runs() {
            return Ok(Determinism::Visible);
        }
        let pairs = Pairs::new(self)?;
        let mut rings = vec![pairs.initial()?];
        let mut reached = rings[0].clone();
        while let Some(frontier) = rings.last().filter(|ring| !ring.is_false()) {
            if let Some((method, bad)) = pairs.disagreeing(frontier)? {
                return pairs.evidence(&rings, method, bad).map(|found| Determinism::Hidden(Box::new(found)));
            }
            if rings.len() as u64 > effort.steps || reached.size() > effort.relation {
                return Ok(Determinism::Unknown);
            }
            let new = self.diagrams.minus(&pairs.successors(frontier)?, &reached)?;
            reached = self.diagrams.or(&reached, &new)?;
            rings.push(new);
        }
        Ok(Determinism::Visible)
    }
}

struct Pairs<'a> {
    component: &'a SymbolicComponent,
    swap: Replacement,
}

impl<'a> Pairs<'a> {
    fn new(component: &'a SymbolicComponent) -> Fallible<Self> {
        let cells = &component.layout.cells;
        let there = cells.iter().map(|cell| (cell.current, cell.twin));
        let back = cells.iter().map(|cell| (cell.twin, cell.current));
        let swap = component.diagrams.renaming(&there.chain(back).collect::<Vec<_>>())?;
        Ok(Pairs { component, swap })
    }

    fn swapped(&self, set: &Bdd) -> Fallible<Bdd> {
        self.component.diagrams.replace(set, &self.swap)
    }

    fn initial(&self) -> Fallible<Bdd> {
        let initial = &self.component.initial;
        self.component.diagrams.and(initial, &self.swapped(initial)?)
    }

    /// The pairs, with arguments, of which the first can fail and the second can pass, and the method.
    fn disagreeing(&self, pairs: &Bdd) -> Fallible<Option<(usize, Bdd)>> {
        let diagrams = &self.component.diagrams;
        for (index, method) in self.component.methods.iter().enumerate() {
            let passes = self.swapped(&method.passes)?;
            let differ = diagrams.and(&diagrams.and(pairs, &method.fails)?, &passes)?;
            let bad = diagrams.and(&differ, &self.component.arguments[index])?;
            if !bad.is_false() {
                return Ok(Some((index, bad)));
            }
        }
        Ok(None)
    }

    fn successors(&self, pairs: &Bdd) -> Fallible<Bdd> {
        let diagrams = &self.component.diagrams;
        let mut after = diagrams.constant(false);
        for (method, outcome) in self.events() {
            let relation = &self.component.methods[method].returns[outcome];
            let valid = diagrams.and(pairs, &self.component.arguments[method])?;
            // The arguments stay until both runs have taken the step.
            let first = self.swapped(&relation.image(diagrams, &valid)?)?;
            let both = relation.image(diagrams, &first)?;
            let arguments = diagrams.cube(&self.component.layout.arguments(method))?;
            after = diagrams.or(&after, &diagrams.exists(&both, &arguments)?)?;
        }
        Ok(after)
    }

    fn events(&self) -> impl Iterator<Item = (usize, usize)> + use<'_, 'a> {
        let methods = self.component.methods.iter().enumerate();
        methods.flat_map(|(index, method)| (0..method.returns.len()).map(move |outcome| (index, outcome)))
    }

    /// The pairs of the ring from which the event leads to the pair, with its arguments.
    fn before(&self, ring: &Bdd, pair: &Pair, method: usize, outcome: usize) -> Fallible<Bdd> {
        let diagrams = &self.component.diagrams;
        let relation = &self.component.methods[method].returns[outcome];
        let target = diagrams.assignment(&self.literals(pair))?;
        let first = self.swapped(&relation.preimage(diagrams, &target)?)?;
        let both = self.swapped(&relation.preimage(diagrams, &first)?)?;
        diagrams.and(&diagrams.and(&both, ring)?, &self.component.arguments[method])
    }

    fn literals(&self, pair: &Pair) -> Vec<(Var, bool)> {
        let cells = &self.component.layout.cells;
        let current = cells.iter().zip(&pair.current).map(|(cell, &value)| (cell.current, value));
        let twin = cells.iter().zip(&pair.twin).map(|(cell, &value)| (cell.twin, value));
        current.chain(twin).collect()
    }

    /// The smallest arguments and pair of a set that is not empty.
    fn pick(&self, method: usize, set: &Bdd) -> Fallible<Option<(Vec<u64>, Pair)>> {
        let diagrams = &self.component.diagrams;
        let Some(arguments) = self.component.smallest_arguments(method, set)? else { return Ok(None) };
        let rest = diagrams.restrict(set, &self.component.tuple(method, &arguments)?)?;
        let cells = &self.component.layout.cells;
        let variables = cells.iter().map(|cell| cell.current).chain(cells.iter().map(|cell| cell.twin));
        let found = diagrams.smallest(&rest, &variables.collect::<Vec<_>>())?;
        Ok(found.map(|values| {
            let (current, twin) = values.split_at(cells.len());
            (arguments, Pair { current: current.to_vec(), twin: twin.to_vec() })
        }))
    }

    fn evidence(&self, rings: &[Bdd], method: usize, bad: Bdd) -> Fallible<Disagreement> {
        let (arguments, mut pair) = self.pick(method, &bad)?.expect("not empty");
        let mut found = Disagreement {
            word: Vec::new(),
            failing: Vec::new(),
            passing: Vec::new(),
            call: Letter { method, arguments },
        };
        self.note(&mut found, &pair);
        for ring in rings[..rings.len() - 1].iter().rev() {
            for (method, outcome) in self.events() {
                let before = self.before(ring, &pair, method, outcome)?;
                if let Some((arguments, previous)) = self.pick(method, &before)? {
                    found.word.push(Event { letter: Letter { method, arguments }, outcome });
                    pair = previous;
                    self.note(&mut found, &pair);
                    break;
                }
            }
        }
        found.word.reverse();
        found.failing.reverse();
        found.passing.reverse();
        Ok(found)
    }

    fn note(&self, found: &mut Disagreement, pair: &Pair) {
        let layout: &Layout = &self.component.layout;
        let values = |bits: &[bool]| {
            let word = |range: &std::ops::Range<usize>| {
                bits[range.clone()].iter().rev().fold(0, |value, &bit| value << 1 | u64::from(bit))
            };
            layout.variables.iter().map(word).collect::<Vec<u64>>()
        };
        found.failing.push(values(&pair.current));
        found.passing.push(values(&pair.twin));
    }
}
