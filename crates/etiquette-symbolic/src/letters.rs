//! The letters of a component: for each method the classes of arguments that behave alike from every state that counts.
//!
//! A class is found by fixing its smallest member and asking which other arguments have the same relation; so arguments
//! are never enumerated, only classes are. Where the legal arguments differ from state to state there may be very many.

use crate::component::SymbolicComponent;
use crate::diagrams::{Bdd, Fallible};
use crate::relation::Relation;

/// A class of arguments of a method, with what a call with them does.
pub struct SymbolicLetter {
    /// The method.
    pub method: usize,
    /// The smallest arguments of the class; parameters that make no difference are zero.
    pub arguments: Vec<u64>,
    /// All arguments of the class.
    pub class: Bdd,
    /// For each outcome the calls that return it.
    pub returns: Vec<Relation>,
    /// For each error that can be raised the states that can.
    pub failures: Vec<(usize, Bdd)>,
    /// The union of the failures.
    pub fails: Bdd,
    /// The states from which the call can return, or at least never fails.
    pub passes: Bdd,
}

/// The letters, or the first method that has too many.
pub enum Classes {
    /// All letters, by method and smallest arguments.
    Letters(Vec<SymbolicLetter>),
    /// The arguments of this method behave in more ways than the limit.
    TooMany(usize),
}

impl SymbolicComponent {
    /// The letters, with arguments told apart only where they differ from a state of `care`.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn letters(&self, care: &Bdd, limit: usize) -> Fallible<Classes> {
        let mut letters = Vec::new();
        for method in 0..self.methods.len() {
            let behaviour = self.behaviour(method, care)?;
            let mut rest = self.arguments[method].clone();
            while let Some(arguments) = self.smallest_arguments(method, &rest)? {
                if letters.len() == limit {
                    return Ok(Classes::TooMany(method));
                }
                let class = self.diagrams.and(&rest, &self.class(method, &behaviour, &arguments)?)?;
                rest = self.diagrams.minus(&rest, &class)?;
                letters.push(self.letter(method, arguments, class)?);
            }
        }
        Ok(Classes::Letters(letters))
    }

    /// Functions of state and arguments that say everything about a call.
    fn behaviour(&self, method: usize, care: &Bdd) -> Fallible<Vec<Bdd>> {
        let found = &self.methods[method];
        if self.layout.parameters[method].is_empty() {
            return Ok(Vec::new());
        }
        let mut behaviour = vec![self.diagrams.and(care, &found.fails)?];
        for relation in &found.returns {
            behaviour.push(self.diagrams.and(care, &relation.in_one_piece(&self.diagrams)?)?);
        }
        Ok(behaviour)
    }

    /// The arguments with the same behaviour as these.
    fn class(&self, method: usize, behaviour: &[Bdd], arguments: &[u64]) -> Fallible<Bdd> {
        let tuple = self.tuple(method, arguments)?;
        let own = self.layout.arguments(method);
        let mut class = self.diagrams.constant(true);
        for function in behaviour {
            let mut others = function.support();
            others.retain(|variable| !own.contains(variable));
            let like_these = self.diagrams.restrict(function, &tuple)?;
            let same = self.diagrams.same_for_all(function, &like_these, &self.diagrams.cube(&others)?)?;
            class = self.diagrams.and(&class, &same)?;
        }
        Ok(class)
    }

    /// A call with these arguments.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn letter(&self, method: usize, arguments: Vec<u64>, class: Bdd) -> Fallible<SymbolicLetter> {
        let tuple = self.tuple(method, &arguments)?;
        let found = &self.methods[method];
        let mut failures = Vec::new();
        for (error, condition) in &found.failures {
            failures.push((*error, self.diagrams.restrict(condition, &tuple)?));
        }
        let fixed = |relation: &Relation| relation.restricted(&self.diagrams, &tuple);
        Ok(SymbolicLetter {
            returns: found.returns.iter().map(fixed).collect::<Fallible<Vec<_>>>()?,
            fails: self.diagrams.restrict(&found.fails, &tuple)?,
            passes: self.diagrams.restrict(&found.passes, &tuple)?,
            failures,
            method,
            arguments,
            class,
        })
    }
}
