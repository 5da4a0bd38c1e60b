//! Chains: one call repeated, and from each place on the way another one, until it is forbidden. Places from which it takes
//! different numbers of calls are different states of any finite interface. Breadth first, that is not seen where much
//! else changes on the way, such as the head of a ring buffer.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Exit, Letter, Location};

use super::run::{Running, some_arguments};

/// The most configurations from which chains begin, and calls that these are of.
const MOST_BEGINNINGS: usize = 6;
const MOST_LETTERS: usize = 12;

type Configuration = (StateId, Vec<u64>);

impl Running<'_> {
    /// Whether chains show that a finite interface has more than so many states.
    pub(super) fn have_long_chains(&mut self, states: usize) -> bool {
        let beginnings: Vec<Configuration> = self.configurations.iter().take(MOST_BEGINNINGS).cloned().collect();
        beginnings.into_iter().any(|beginning| {
            let letters = self.repeated(&beginning);
            letters.iter().any(|up| {
                let chain = self.chain(beginning.clone(), up, states + 1);
                chain.len() > states && letters.iter().any(|down| self.tells_apart(&chain, down, states))
            })
        })
    }

    /// Calls that may be made, of methods that are no constructors.
    fn repeated(&mut self, at: &Configuration) -> Vec<Letter> {
        let methods = (0..self.component.methods.len()).filter(|&method| self.is_in_order(method, at.0));
        let letters = methods.flat_map(|method| {
            some_arguments(self.component, method).into_iter().map(move |arguments| Letter { method, arguments })
        });
        letters.take(MOST_LETTERS).collect()
    }

    /// The configurations that are passed when a call is made again and again.
    fn chain(&mut self, beginning: Configuration, letter: &Letter, longest: usize) -> Vec<Configuration> {
        let mut passed = vec![beginning];
        while passed.len() < longest {
            let last = passed[passed.len() - 1].clone();
            match self.repeat(&last, letter) {
                Some((_, next)) if next != last => passed.push(next),
                _ => break,
            }
        }
        passed
    }

    /// Whether a call can be made different numbers of times from more than so many of these configurations.
    fn tells_apart(&mut self, chain: &[Configuration], letter: &Letter, states: usize) -> bool {
        let counts: BTreeSet<usize> =
            chain.iter().filter_map(|from| self.times(from.clone(), letter, 2 * chain.len())).collect();
        counts.len() > states
    }

    /// How often a call can be made before it is forbidden, if it always ends alike.
    fn times(&mut self, mut at: Configuration, letter: &Letter, most: usize) -> Option<usize> {
        let mut outcome = None;
        for count in 0..most {
            let call = self.call_of(&at, letter)?;
            if !self.interface.allows(at.0, call) {
                return Some(count);
            }
            let (ended, next) = self.repeat(&at, letter)?;
            if *outcome.get_or_insert(ended) != ended {
                return None;
            }
            at = next;
        }
        None
    }

    fn call_of(&self, at: &Configuration, letter: &Letter) -> Option<CallId> {
        let is_in_order = self.is_in_order(letter.method, at.0);
        let mut calls = self.interface.alphabet().call_ids().filter(|_| is_in_order);
        let is_meant = |call: &CallId| {
            self.calls[call.index()].method == letter.method && self.fits(*call, &at.1, &letter.arguments)
        };
        calls.find(is_meant)
    }

    /// An allowed call, made with what it may choose: how it ends, and where it leads.
    fn repeat(&mut self, at: &Configuration, letter: &Letter) -> Option<(usize, Configuration)> {
        let call = self.call_of(at, letter).filter(|&call| self.interface.allows(at.0, call))?;
        let mut state = at.1.clone();
        let mut choose = |_: Location, last: u64| Some(last.min(1));
        match self.interpreter.call(&mut state, letter.method, &letter.arguments, &mut choose) {
            Exit::Returned(outcome) => {
                let next = self.next(at.0, call, letter.method, outcome)?;
                Some((outcome, (next, state)))
            }
            Exit::Failed(_) | Exit::NeverReturns => None,
        }
    }
}
