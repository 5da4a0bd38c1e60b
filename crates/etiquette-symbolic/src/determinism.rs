//! Visible determinism: do all runs of a word agree on which calls fail next?
//!
//! A call that can fail and can return from one state is a disagreement of two runs, too. One that can fail or never
//! return is not: whoever waits for it learns nothing else. Pairs of runs with the same events are followed ring by
//! ring, the second run in the variables of its own. Where a pair disagrees, the rings are walked back, and the
//! evidence is one word with two runs. In an abstraction, what is hidden may be anything before each step, and is
//! forgotten after it.

use crate::component::SymbolicComponent;
use crate::diagrams::{Bdd, Fallible, Replacement, Var};
use crate::layout::Cell;
use crate::reach::Effort;
use etiquette_component::{Event, Letter, Visibility, Word};

/// Two runs of one word that disagree on a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The word.
    pub word: Word,
    /// What is visible of the states of a run of it, from the initial one, after which the call can fail.
    pub failing: Vec<Vec<u64>>,
    /// What is visible of the states of a run of it, after which the call can return, or at least never fails.
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

/// How long two runs are looked for.
enum Bound {
    Effort(Effort),
    /// As long as there are at most so many states.
    States(u64),
}

/// What is visible of both runs, bit by bit.
type Literals = Vec<(Var, bool)>;

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
        let everything = Visibility(vec![u64::MAX; self.layout.variables.len()]);
        Pairs::new(self, &everything)?.search(&Bound::Effort(effort))
    }

    /// The same for the abstraction that hides what is not visible; unknown if it has more than so many states.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn determinism_of_abstraction(&self, visibility: &Visibility, most_states: u64) -> Fallible<Determinism> {
        Pairs::new(self, visibility)?.search(&Bound::States(most_states))
    }
}

struct Pairs<'a> {
    component: &'a SymbolicComponent,
    visibility: &'a Visibility,
    /// Exchanges the two runs.
    swap: Replacement,
    /// The hidden bits of both runs.
    hidden: Bdd,
    /// Both runs are in states that are states.
    domain: Bdd,
}

impl<'a> Pairs<'a> {
    fn new(component: &'a SymbolicComponent, visibility: &'a Visibility) -> Fallible<Self> {
        let (diagrams, layout) = (&component.diagrams, &component.layout);
        let there = layout.cells.iter().map(|cell| (cell.current, cell.twin));
        let back = layout.cells.iter().map(|cell| (cell.twin, cell.current));
        let swap = diagrams.renaming(&there.chain(back).collect::<Vec<_>>())?;
        let mut hidden = layout.hidden_variables(visibility, |cell| cell.current);
        hidden.extend(layout.hidden_variables(visibility, |cell| cell.twin));
        let hidden = diagrams.cube(&hidden)?;
        let domain = diagrams.and(&component.domain, &diagrams.replace(&component.domain, &swap)?)?;
        Ok(Pairs { component, visibility, swap, hidden, domain })
    }

    /// Two runs of a shortest word that disagree on the next call.
    fn search(&self, bound: &Bound) -> Fallible<Determinism> {
        let diagrams = &self.component.diagrams;
        let mut rings = vec![self.initial()?];
        let mut reached = rings[0].clone();
        while let Some(frontier) = rings.last().filter(|ring| !ring.is_false()) {
            let full = self.concrete(frontier)?;
            if let Some((method, bad)) = self.disagreeing(&full)? {
                return self.evidence(&rings, method, &bad).map(|found| Determinism::Hidden(Box::new(found)));
            }
            let is_too_much = match bound {
                Bound::Effort(effort) => rings.len() as u64 > effort.steps || reached.size() > effort.relation,
                // Counting takes longer than a step, so it is done less and less often.
                Bound::States(most) => rings.len().is_power_of_two() && self.has_more_states_than(&reached, *most)?,
            };
            if is_too_much {
                return Ok(Determinism::Unknown);
            }
            let new = diagrams.minus(&self.successors(&full)?, &reached)?;
            reached = diagrams.or(&reached, &new)?;
            rings.push(new);
        }
        match bound {
            Bound::States(most) if self.has_more_states_than(&reached, *most)? => Ok(Determinism::Unknown),
            _ => Ok(Determinism::Visible),
        }
    }

    fn swapped(&self, set: &Bdd) -> Fallible<Bdd> {
        self.component.diagrams.replace(set, &self.swap)
    }

    fn initial(&self) -> Fallible<Bdd> {
        let initial = &self.component.initial;
        self.seen(&self.component.diagrams.and(initial, &self.swapped(initial)?)?)
    }

    /// Forgets what is hidden.
    fn seen(&self, pairs: &Bdd) -> Fallible<Bdd> {
        self.component.diagrams.exists(pairs, &self.hidden)
    }

    /// What is hidden may be anything.
    fn concrete(&self, pairs: &Bdd) -> Fallible<Bdd> {
        self.component.diagrams.and(pairs, &self.domain)
    }

    /// Whether these are pairs of more than so many states, by what is seen of them.
    fn has_more_states_than(&self, pairs: &Bdd, most: u64) -> Fallible<bool> {
        let seen = self.seen_variables(|cell| cell.current);
        if u32::try_from(seen.len()).is_ok_and(|bits| 1u64.checked_shl(bits).is_some_and(|all| all <= most)) {
            return Ok(false);
        }
        let other = self.component.diagrams.cube(&self.seen_variables(|cell| cell.twin))?;
        let states = self.component.diagrams.exists(pairs, &other)?;
        Ok(self.component.diagrams.count(&states, &seen) > u128::from(most))
    }

    /// The pairs, with arguments, of which the first can fail and the second can pass, and the method.
    fn disagreeing(&self, pairs: &Bdd) -> Fallible<Option<(usize, Bdd)>> {
        let diagrams = &self.component.diagrams;
        for (index, method) in self.component.methods.iter().enumerate() {
            let failing = diagrams.and(&diagrams.and(pairs, &method.fails)?, &self.component.arguments[index])?;
            let bad = diagrams.and(&failing, &self.swapped(&method.passes)?)?;
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
            after = diagrams.or(&after, &self.seen(&diagrams.exists(&both, &arguments)?)?)?;
        }
        Ok(after)
    }

    fn events(&self) -> impl Iterator<Item = (usize, usize)> + use<'_, 'a> {
        let methods = self.component.methods.iter().enumerate();
        methods.flat_map(|(index, method)| (0..method.returns.len()).map(move |outcome| (index, outcome)))
    }

    /// The pairs of the ring from which the event leads to the pair, with its arguments.
    fn before(&self, ring: &Bdd, pair: &Literals, method: usize, outcome: usize) -> Fallible<Bdd> {
        let diagrams = &self.component.diagrams;
        let relation = &self.component.methods[method].returns[outcome];
        let target = diagrams.assignment(pair)?;
        let first = self.swapped(&relation.preimage(diagrams, &target)?)?;
        let both = self.swapped(&relation.preimage(diagrams, &first)?)?;
        diagrams.and(&diagrams.and(&both, &self.concrete(ring)?)?, &self.component.arguments[method])
    }

    /// The smallest arguments of a set, and what is seen of a pair that goes with them.
    fn pick(&self, method: usize, set: &Bdd) -> Fallible<Option<(Vec<u64>, Literals)>> {
        let component = self.component;
        let Some(arguments) = component.smallest_arguments(method, set)? else { return Ok(None) };
        let rest = self.seen(&component.diagrams.restrict(set, &component.tuple(method, &arguments)?)?)?;
        let mut variables = self.seen_variables(|cell| cell.current);
        variables.extend(self.seen_variables(|cell| cell.twin));
        let found = component.diagrams.smallest(&rest, &variables)?;
        Ok(found.map(|values| (arguments, variables.into_iter().zip(values).collect())))
    }

    /// The variables of visible bits, and of the one that says whether the object was constructed.
    fn seen_variables(&self, variable: impl Fn(&Cell) -> Var) -> Vec<Var> {
        let hidden = self.component.layout.hidden_variables(self.visibility, &variable);
        let cells = self.component.layout.cells.iter().map(variable);
        cells.filter(|variable| !hidden.contains(variable)).collect()
    }

    fn evidence(&self, rings: &[Bdd], method: usize, bad: &Bdd) -> Fallible<Disagreement> {
        let (arguments, pair) = self.pick(method, bad)?.expect("not empty");
        let mut word = Vec::new();
        let mut pairs = vec![pair];
        for ring in rings[..rings.len() - 1].iter().rev() {
            for (method, outcome) in self.events() {
                let before = self.before(ring, &pairs[pairs.len() - 1], method, outcome)?;
                if let Some((arguments, previous)) = self.pick(method, &before)? {
                    word.push(Event { letter: Letter { method, arguments }, outcome });
                    pairs.push(previous);
                    break;
                }
            }
        }
        word.reverse();
        let run = |variable: fn(&Cell) -> Var| pairs.iter().rev().map(|pair| self.values(pair, variable)).collect();
        let (failing, passing) = (run(|cell| cell.current), run(|cell| cell.twin));
        Ok(Disagreement { word, failing, passing, call: Letter { method, arguments } })
    }

    /// The values of the variables, with zeros where bits are hidden.
    fn values(&self, pair: &Literals, variable: fn(&Cell) -> Var) -> Vec<u64> {
        let layout = &self.component.layout;
        let is_on = |wanted: Var| pair.iter().any(|&(variable, value)| variable == wanted && value);
        let value = |range: &std::ops::Range<usize>| {
            let cells = layout.cells[range.clone()].iter().enumerate();
            cells.filter(|(_, cell)| is_on(variable(cell))).fold(0, |value, (bit, _)| value | 1 << bit)
        };
        layout.variables.iter().map(value).collect()
    }
}
