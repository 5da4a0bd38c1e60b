//! From the steps of a format to an interface: constructors first, where the format does not name them, then written
//! out and minimised.

use etiquette_automata::{Interface, minimise, with_calls};
use etiquette_component::{Component, Diagnostic, Span};

use crate::classes::{Classes, as_call};
use crate::unfold::{Steps, unfold};

/// Steps with any constructor in front.
pub(super) struct Constructed<'a, A> {
    pub inner: &'a A,
    pub component: &'a Component,
    pub classes: &'a Classes,
}

impl<A: Steps> Steps for Constructed<'_, A> {
    /// `None` before construction.
    type State = Option<A::State>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, state: &Self::State, class: usize) -> Option<Vec<Option<Self::State>>> {
        let method = &self.component.methods[self.classes.list()[class].method];
        match state {
            None if method.constructor => Some(vec![Some(Some(self.inner.start())); method.outcomes.len()]),
            Some(inner) if !method.constructor => {
                let next = self.inner.step(inner, class)?;
                Some(next.into_iter().map(|next| next.map(Some)).collect())
            }
            _ => None,
        }
    }
}

/// Writes the steps out as an interface. `implicit`: constructors come first, without being named.
pub(super) fn interface<A: Steps>(
    component: &Component,
    classes: &Classes,
    steps: &A,
    implicit: bool,
) -> Result<Interface, Diagnostic> {
    let written = match implicit && component.has_constructors() {
        true => unfold(component, classes, &Constructed { inner: steps, component, classes }).map(|all| all.interface),
        false => unfold(component, classes, steps).map(|all| all.interface),
    };
    let written = written.map_err(|problem| {
        Diagnostic::new(Span::default(), problem.to_string())
            .help("write it with fewer alternatives inside repetitions")
    })?;
    Ok(with_plain_ids(component, classes, &minimise(&written).interface))
}

/// The same interface; calls of methods that are not taken apart have the method's name as their id.
fn with_plain_ids(component: &Component, classes: &Classes, interface: &Interface) -> Interface {
    let count = |method: usize| classes.list().iter().filter(|calls| calls.method == method).count();
    let mut number = vec![0; component.methods.len()];
    let calls = classes.list().iter().map(|calls| {
        let name = &component.methods[calls.method].name;
        number[calls.method] += 1;
        let id = if count(calls.method) == 1 { name.clone() } else { format!("{name}#{}", number[calls.method]) };
        as_call(component, calls, id)
    });
    with_calls(interface, calls.collect())
}

/// Says that constructors come first, where they do without being named.
pub(super) fn constructor_note(component: &Component, implicit: bool) -> Option<String> {
    let applies = implicit && component.has_constructors();
    applies.then(|| "It names no constructor, so any of them comes first.".to_owned())
}
