//! A method as diagrams: for each outcome the relation between states before and after, for each error the states and
//! arguments that can raise it.
//!
//! Loop-free methods come straight from their summary. Where there are loops, the values at the beginning are carried
//! along in the variables of the second run until no loop head is reached with anything new; loops that go round often
//! are squared.

use std::collections::BTreeMap;

use etiquette_component::{BlockEnd, Location};
use etiquette_logic::Symbol;

use crate::circuit::Circuit;
use crate::diagrams::{Bdd, Diagrams, Fallible, Var};
use crate::layout::{Cell, Layout};
use crate::prepared::{Prepared, WiredBlock};
use crate::reach::Closure;
use crate::relation::{Relation, equal_bits};

/// A method, over the state and its arguments.
pub struct SymbolicMethod {
    /// For each outcome the calls that return it; never from a state that can fail with the same arguments.
    pub returns: Vec<Relation>,
    /// For each error that it can raise, by position in the component, the states and arguments with which it can.
    pub failures: Vec<(usize, Bdd)>,
    /// The union of the failures.
    pub fails: Bdd,
    /// The states and arguments with which it can return, or at least never fails. With hidden choices some may be in
    /// both.
    pub passes: Bdd,
    /// The states and arguments from which the call may neither return nor fail; possibly more, where that depends on
    /// hidden choices.
    pub never_returns: Bdd,
    /// Whether a call depends on nothing but state and arguments, as far as that shows in the text.
    pub has_choices: bool,
}

pub(crate) struct MethodBuilder<'a, 'c> {
    pub diagrams: &'a Diagrams,
    pub layout: &'a Layout,
    pub prepared: &'a Prepared,
    pub circuit: &'a mut Circuit<'c>,
    pub method: usize,
}

/// How a call can end, as diagrams.
#[derive(Default)]
struct Ends {
    returned: BTreeMap<usize, Relation>,
    failed: BTreeMap<usize, Bdd>,
}

impl MethodBuilder<'_, '_> {
    pub fn build(mut self) -> Fallible<SymbolicMethod> {
        let ends = match self.prepared.summaries[self.method].is_loop_free() {
            true => self.loop_free()?,
            false => self.with_loops()?,
        };
        self.finished(ends)
    }

    fn loop_free(&mut self) -> Fallible<Ends> {
        let mut ends = Ends::default();
        for block in &self.prepared.methods[self.method] {
            match block.block.to {
                BlockEnd::Returned(outcome) => {
                    let relation = self.relation(block, |builder, symbol| builder.is_state(symbol))?;
                    ends.returned.insert(outcome, relation);
                }
                BlockEnd::Failed(error) => {
                    let condition = self.circuit.diagram(block.condition)?;
                    let choices = self.diagrams.cube(&self.layout.choices[self.method])?;
                    ends.failed.insert(error, self.diagrams.exists(&condition, &choices)?);
                }
                BlockEnd::At(_) => {}
            }
        }
        Ok(ends)
    }

    fn is_state(&self, symbol: Symbol) -> bool {
        self.prepared.component.variables.iter().any(|variable| variable.binding.symbol == symbol)
    }

    /// A block as a relation that changes the symbols that count.
    fn relation(&mut self, block: &WiredBlock, counts: impl Fn(&Self, Symbol) -> bool) -> Fallible<Relation> {
        let mut parts = vec![self.circuit.diagram(block.condition)?];
        let mut changed = Vec::new();
        for (symbol, bits) in &block.updates {
            if !counts(self, *symbol) {
                continue;
            }
            for (bit, &signal) in bits.iter().enumerate() {
                let Some(cell) = self.layout.cell((*symbol, bit)) else { continue };
                let value = self.circuit.diagram(signal)?;
                parts.push(self.diagrams.same(&self.diagrams.variable(cell.next)?, &value)?);
                changed.push(cell);
            }
        }
        Relation::new(self.diagrams, parts, changed, self.layout.choices[self.method].clone())
    }

    fn with_loops(&mut self) -> Fallible<Ends> {
        let mut blocks = Vec::new();
        for block in &self.prepared.methods[self.method] {
            blocks.push((block.block.from, block.block.to, self.relation(block, |_, _| true)?));
        }
        let mut moving: Vec<Cell> = Vec::new();
        for cell in blocks.iter().flat_map(|(_, _, relation)| relation.changed()) {
            if !moving.contains(cell) {
                moving.push(*cell);
            }
        }
        let Arrived { returned, failed } = self.follow(&blocks, self.departure(&moving)?)?;
        let mut ends = Ends::default();
        for (outcome, arrived) in returned {
            ends.returned.insert(outcome, self.summarised(&arrived, &moving)?);
        }
        for (error, arrived) in failed {
            ends.failed.insert(error, self.origins(&arrived, &moving)?);
        }
        Ok(ends)
    }

    /// At the entry everything has the value that it had at the beginning; locals are zero.
    fn departure(&self, moving: &[Cell]) -> Fallible<Bdd> {
        let locals = &self.layout.locals[self.method];
        let carried = moving.iter().filter(|cell| !locals.contains(cell)).map(|cell| (cell.current, cell.twin));
        let zero: Vec<(Var, bool)> = locals.iter().map(|cell| (cell.current, false)).collect();
        self.diagrams.and(&equal_bits(self.diagrams, carried.collect())?, &self.diagrams.assignment(&zero)?)
    }

    /// Everything that can be reached, loop head by loop head, until nothing new appears.
    fn follow(&self, blocks: &[(Location, BlockEnd, Relation)], start: Bdd) -> Fallible<Arrived> {
        let mut arrived = Arrived::default();
        let mut heads: BTreeMap<Location, Head> = BTreeMap::new();
        let mut pending = BTreeMap::from([(Location::ENTRY, start)]);
        while let Some((from, arriving)) = pending.pop_first() {
            let head = heads.entry(from).or_insert_with(|| Head::new(self.diagrams));
            let new = head.arrive(self.diagrams, &arriving)?;
            if new.is_false() {
                continue;
            }
            if head.rounds == PATIENT_ROUNDS {
                head.rounds_at_once = self.rounds_at_once(blocks, from)?;
            }
            for (_, to, relation) in blocks.iter().filter(|(start, _, _)| *start == from) {
                let after = relation.image(self.diagrams, &new)?;
                match *to {
                    BlockEnd::At(location) => self.join(&mut pending, location, after)?,
                    BlockEnd::Returned(outcome) => self.join(&mut arrived.returned, outcome, after)?,
                    BlockEnd::Failed(error) => self.join(&mut arrived.failed, error, after)?,
                }
            }
        }
        Ok(arrived)
    }

    /// Any number of rounds through a loop without another one inside, if that stays small.
    fn rounds_at_once(&self, blocks: &[(Location, BlockEnd, Relation)], head: Location) -> Fallible<Option<Closure>> {
        let round = blocks.iter().find(|(from, to, _)| *from == head && *to == BlockEnd::At(head));
        let Some((_, _, relation)) = round else { return Ok(None) };
        let step = relation.in_one_piece(self.diagrams)?;
        Closure::new(self.diagrams, relation.changed(), &step, SQUARED_SIZE)
    }

    fn join<K: Ord>(&self, sets: &mut BTreeMap<K, Bdd>, key: K, more: Bdd) -> Fallible<()> {
        let all = match sets.get(&key) {
            Some(known) => self.diagrams.or(known, &more)?,
            None => more,
        };
        sets.insert(key, all);
        Ok(())
    }

    /// What was carried along becomes the state before, where the run is now the state after.
    fn summarised(&self, arrived: &Bdd, moving: &[Cell]) -> Fallible<Relation> {
        let (state, others): (Vec<Cell>, Vec<Cell>) = moving.iter().partition(|cell| self.layout.cells.contains(cell));
        let dropped: Vec<Var> = others.iter().map(|cell| cell.current).collect();
        let rest = self.diagrams.exists(arrived, &self.diagrams.cube(&dropped)?)?;
        let after = state.iter().map(|cell| (cell.current, cell.next));
        let before = state.iter().chain(&others).map(|cell| (cell.twin, cell.current));
        let renaming = self.diagrams.renaming(&after.chain(before).collect::<Vec<_>>())?;
        let relation = self.diagrams.replace(&rest, &renaming)?;
        Relation::new(self.diagrams, vec![relation], state, Vec::new())
    }

    fn origins(&self, arrived: &Bdd, moving: &[Cell]) -> Fallible<Bdd> {
        let dropped: Vec<Var> = moving.iter().map(|cell| cell.current).collect();
        let rest = self.diagrams.exists(arrived, &self.diagrams.cube(&dropped)?)?;
        let pairs: Vec<(Var, Var)> = moving.iter().map(|cell| (cell.twin, cell.current)).collect();
        self.diagrams.replace(&rest, &self.diagrams.renaming(&pairs)?)
    }

    fn finished(&mut self, ends: Ends) -> Fallible<SymbolicMethod> {
        let phase = self.phase(self.prepared.component.methods[self.method].constructor)?;
        let mut failures = Vec::new();
        for (error, condition) in ends.failed {
            failures.push((error, self.diagrams.and(&condition, &phase)?));
        }
        let fails = self.diagrams.any(failures.iter().map(|(_, condition)| condition))?;
        let never_fails = self.diagrams.minus(&phase, &fails)?;
        let returning = self.returning(ends.returned)?;
        let has_choices = !self.layout.choices[self.method].is_empty();
        let passes = match has_choices {
            true => self.diagrams.and(&phase, &self.diagrams.or(&never_fails, &self.sources(&returning)?)?)?,
            false => never_fails.clone(),
        };
        let constrained = |relation: &Relation| relation.constrained(self.diagrams, &never_fails);
        let returns = returning.iter().map(constrained).collect::<Fallible<Vec<_>>>()?;
        let ended = self.diagrams.or(&fails, &self.sources(&returns)?)?;
        let never_returns = self.diagrams.and(&phase, &self.may_get_stuck(&ended)?)?;
        Ok(SymbolicMethod { returns, failures, fails, passes, never_returns, has_choices })
    }

    /// For each outcome the calls that return it, be it from a state that can also fail.
    fn returning(&self, mut returned: BTreeMap<usize, Relation>) -> Fallible<Vec<Relation>> {
        let method = &self.prepared.component.methods[self.method];
        let relation = |outcome: usize| match returned.remove(&outcome) {
            Some(relation) => self.constructing(relation, method.constructor),
            None => Relation::new(self.diagrams, vec![self.diagrams.constant(false)], Vec::new(), Vec::new()),
        };
        (0..method.outcomes.len()).map(relation).collect()
    }

    /// From where one of these can be taken.
    fn sources(&self, relations: &[Relation]) -> Fallible<Bdd> {
        let sources = relations.iter().map(|relation| relation.sources(self.diagrams));
        self.diagrams.any(&sources.collect::<Fallible<Vec<_>>>()?)
    }

    /// From where a call may come to no end, given from where it can end. Which of several open edges a run takes is a
    /// number in the summary, and a number may stand for an edge that is closed: so this may be more than there is, but
    /// nothing is missing.
    fn may_get_stuck(&mut self, ended: &Bdd) -> Fallible<Bdd> {
        let choices = self.layout.choices[self.method].clone();
        if choices.is_empty() {
            return self.diagrams.not(ended);
        }
        if !self.prepared.summaries[self.method].is_loop_free() {
            return Ok(self.diagrams.constant(true));
        }
        let mut open = self.diagrams.constant(false);
        for block in &self.prepared.methods[self.method] {
            open = self.diagrams.or(&open, &self.circuit.diagram(block.condition)?)?;
        }
        let stuck = self.diagrams.minus(&self.circuit.diagram(self.prepared.choices[self.method])?, &open)?;
        self.diagrams.exists(&stuck, &self.diagrams.cube(&choices)?)
    }

    /// When the method can be called at all.
    fn phase(&self, constructor: bool) -> Fallible<Bdd> {
        match self.layout.constructed {
            Some(cell) => self.diagrams.literal(self.layout.cells[cell].current, !constructor),
            None => Ok(self.diagrams.constant(true)),
        }
    }

    /// After a constructor the object is constructed.
    fn constructing(&self, relation: Relation, constructor: bool) -> Fallible<Relation> {
        let Some(cell) = self.layout.constructed.filter(|_| constructor) else { return Ok(relation) };
        let cell = self.layout.cells[cell];
        let part = self.diagrams.variable(cell.next)?;
        relation.changing(self.diagrams, cell, part)
    }
}

/// Loops that go round more often than this are tried to be taken all at once.
const PATIENT_ROUNDS: usize = 64;
/// Many rounds at once are given up as a relation of more nodes than this.
const SQUARED_SIZE: usize = 20_000;

/// A place where runs come by again and again.
struct Head {
    reached: Bdd,
    /// How often something new arrived.
    rounds: usize,
    rounds_at_once: Option<Closure>,
}

impl Head {
    fn new(diagrams: &Diagrams) -> Self {
        Head { reached: diagrams.constant(false), rounds: 0, rounds_at_once: None }
    }

    /// What is new of what arrives, with all that rounds of the loop make of it where these are known.
    fn arrive(&mut self, diagrams: &Diagrams, arriving: &Bdd) -> Fallible<Bdd> {
        let mut new = diagrams.minus(arriving, &self.reached)?;
        if let Some(rounds) = &self.rounds_at_once {
            new = diagrams.minus(&rounds.image(diagrams, &new)?, &self.reached)?;
        }
        self.reached = diagrams.or(&self.reached, &new)?;
        self.rounds += usize::from(!new.is_false());
        Ok(new)
    }
}

#[derive(Default)]
struct Arrived {
    returned: BTreeMap<usize, Bdd>,
    failed: BTreeMap<usize, Bdd>,
}
