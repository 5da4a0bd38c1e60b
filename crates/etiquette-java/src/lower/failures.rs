//! Calls that fail for reasons outside: what they throw is caught, and ends in an error of the method's own.
//!
//! A call that is not followed is taken not to throw an error. Code that turns its failure into one, `catch
//! (IOException e) { throw new SocketException(e) }`, would undo that: every call that can fail would be forbidden,
//! whatever was called before. So a method remembers that it caught such a failure, and errors that it raises
//! afterwards are taken not to happen, which is noted.

use etiquette_component::{Action, Body, Edge, Location, Type};
use etiquette_logic::Symbol;

use super::flow::{Flow, Point};
use super::model::About;

impl Flow<'_, '_> {
    /// From here on errors are taken not to happen.
    pub fn remember_failure(&mut self, point: &mut Point) {
        let symbol = self.failure();
        let yes = self.terms().bool(true);
        self.assign(point, symbol, yes);
    }

    fn failure(&mut self) -> Symbol {
        if let Some(known) = self.failed {
            return known;
        }
        let symbol = self.local("failed.outside", Type::Bool);
        *self.failed.insert(symbol)
    }

    /// Lets errors happen only where no failure was caught before.
    pub fn excuse_failures(&mut self) {
        let Some(failed) = self.failed else { return };
        let errors: Vec<usize> = (0..self.body.edges.len())
            .filter(|&edge| matches!(self.body.edges[edge].action, Action::Error(_)))
            .collect();
        if errors.is_empty() {
            return;
        }
        self.model.note(
            About::World,
            "what a call that is not followed throws does not make the method that called it raise an error",
            None,
        );
        let failed = self.terms().symbol(failed);
        let fine = self.terms().not(failed);
        for edge in errors {
            let raising = self.body.new_location();
            let Edge { from, action } = self.body.edges[edge];
            self.body.edges[edge] = Edge { from: raising, action };
            self.body.edges.push(Edge { from, action: Action::Assume(fine, raising) });
        }
        self.start_without_failure();
    }

    /// Nothing has failed when the method is called.
    fn start_without_failure(&mut self) {
        let Some(failed) = self.failed else { return };
        let start = self.body.new_location();
        let moved = |location: Location| if location == Location::ENTRY { start } else { location };
        let Body { edges, .. } = &mut self.body;
        for edge in edges.iter_mut() {
            edge.from = moved(edge.from);
            if let Some(to) = edge.action.target() {
                edge.action = edge.action.with_target(moved(to));
            }
        }
        let no = self.terms().bool(false);
        self.body.edges.push(Edge { from: Location::ENTRY, action: Action::Assign(failed, no, start) });
    }
}
