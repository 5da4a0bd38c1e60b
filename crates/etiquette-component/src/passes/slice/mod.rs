//! Cone-of-influence slicing: what no error depends on must not cost anything.
//!
//! Kept are the variables that decide whether an error is raised, through data and control, in any number of calls. An
//! outcome is kept apart from the method's other outcomes only if it can tell a client something about kept variables;
//! otherwise the slice chooses it freely. Conditions of loops, and conditions that can block, are always kept: dropping
//! them would turn calls that never return into calls that do.
//!
//! The slice has the same legal words as the component among the realizable ones, over the same events.

mod cone;
mod relevance;
mod rewrite;

use etiquette_logic::Term;
use rustc_hash::FxHashSet;

use super::{Forgotten, IsOver, NotExposed, expose, forget, without_counting_loops};
use crate::component::{Action, Component};
use crate::graph::FlowGraph;
use crate::print::{Scope, print};
use crate::results::RETURNED;
use relevance::Relevance;

pub(super) use relevance::results_that_tell;

/// A sliced component.
#[derive(Clone, Debug)]
pub struct Slice {
    /// What is left.
    pub component: Component,
    /// The names of the state variables that no error depends on.
    pub dropped: Vec<String>,
    /// Those that errors may depend on, and that are not kept from call to call all the same.
    pub forgotten: Forgotten,
    /// What it was before variables became registers, where some did: words are about this.
    pub unexposed: Option<Box<Component>>,
}

impl Slices {
    /// The same with what loops that count come to in their place.
    pub fn without_counting_loops(self, is_over: IsOver<'_>) -> Slices {
        let without = |slice: Slice| Slice { component: without_counting_loops(&slice.component, is_over), ..slice };
        Slices { coarse: self.coarse.map(without), exact: without(self.exact) }
    }

    /// Slices of the exact slice in which variables are not kept from call to call.
    pub fn forgetting(&self, forgotten: &Forgotten, is_over: IsOver<'_>) -> Slices {
        let Slice { component, dropped, .. } = &self.exact;
        let forgetful = |slice: Slice| {
            let dropped = dropped.iter().cloned().chain(slice.dropped).collect();
            Slice { dropped, forgotten: forgotten.clone(), ..slice }
        };
        let forgetting = forget(component, forgotten);
        let keeps_results = component.methods.iter().any(|method| method.result.is_some());
        let slices = if keeps_results { slices_with_results } else { slices_until };
        let Slices { coarse, exact } = slices(&forgetting, is_over);
        Slices { coarse: coarse.map(forgetful), exact: forgetful(exact) }
    }
}

impl Slice {
    /// The same with these variables as registers.
    ///
    /// # Errors
    /// As [`expose`].
    pub fn exposing(&self, registers: &[String], relied_on: Term) -> Result<Slice, (String, NotExposed)> {
        let component = expose(&self.component, registers, relied_on)?;
        Ok(Slice { component, unexposed: Some(Box::new(self.component.clone())), ..self.clone() })
    }

    /// What clients call: registers are not among the parameters.
    pub fn as_called(&self) -> &Component {
        self.unexposed.as_deref().unwrap_or(&self.component)
    }

    /// The names of the registers.
    pub fn registers(&self) -> Vec<String> {
        self.component.registers.iter().map(|register| register.binding.name.clone()).collect()
    }

    /// What is relied on of the registers, if anything.
    pub fn relied_on(&self) -> Option<String> {
        let relied_on = self.component.relied_on;
        let text = || Scope::new(self.as_called(), None).readable(relied_on);
        (!self.component.is_true(relied_on)).then(text)
    }

    /// The component as it is.
    pub fn whole(component: &Component) -> Self {
        Slice { component: component.clone(), dropped: Vec::new(), forgotten: Forgotten::default(), unexposed: None }
    }

    /// Makes one outcome of those that tell a client nothing. For front ends whose outcomes are not the user's own
    /// words.
    pub fn merge_untelling_outcomes(&mut self) {
        for method in self.component.methods.iter_mut().filter(|method| method.free_outcomes) {
            method.outcomes = vec![RETURNED.into()];
            // Not every call that ends so returns a number.
            method.result = None;
            for edge in &mut method.body.edges {
                if let Action::Return(outcome) = &mut edge.action {
                    *outcome = 0;
                }
            }
            let mut seen = FxHashSet::default();
            method.body.edges.retain(|edge| !matches!(edge.action, Action::Return(_)) || seen.insert(edge.from));
        }
    }
}

/// What a slice preserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// The legal words among the realizable ones, over the same events.
    Exact,
    /// Less: outcomes are chosen freely, and a call may return where it blocks or loops forever, unless errors depend
    /// on what decides. So more words can happen, from more states. What fails, and what never fails, fails or never
    /// fails all the same.
    Coarse,
    /// As exact, and returned numbers are kept that tell a client what was chosen.
    WithResults,
}

/// What to try one after the other.
#[derive(Clone, Debug)]
pub struct Slices {
    /// Where it is any smaller than the exact one.
    pub coarse: Option<Slice>,
    /// The exact slice.
    pub exact: Slice,
}

/// The slices of a component whose outcomes are not the user's own words: those that tell nothing are one.
pub fn slices(component: &Component) -> Slices {
    slices_until(component, &|| false)
}

/// The same, unless it is to stop first: then the component itself stands for its slice.
pub fn slices_until(component: &Component, is_over: IsOver<'_>) -> Slices {
    let Some(mut exact) = slice_as_it_is(component, Precision::Exact, is_over) else {
        return Slices { coarse: None, exact: Slice::whole(component) };
    };
    exact.merge_untelling_outcomes();
    // Of the exact slice: what tells nothing at all is out of the way there.
    let coarse = slice_as_it_is(&without_dead_ends(&exact.component), Precision::Coarse, is_over).map(|mut coarse| {
        coarse.merge_untelling_outcomes();
        coarse
    });
    let is_smaller = |coarse: &Slice| print(&coarse.component) != print(&exact.component);
    Slices { coarse: coarse.filter(is_smaller), exact }
}

/// The exact slice alone, with returned numbers that tell a client what was chosen: registers may be set to them.
pub fn slices_with_results(component: &Component, is_over: IsOver<'_>) -> Slices {
    let sliced = slice_as_it_is(component, Precision::WithResults, is_over);
    let mut exact = sliced.unwrap_or_else(|| Slice::whole(component));
    exact.merge_untelling_outcomes();
    Slices { coarse: None, exact }
}

/// Slices the component with respect to its errors.
pub fn slice(component: &Component) -> Slice {
    slice_with(component, Precision::Exact)
}

/// Slices the component with respect to its errors, as precisely as is asked for.
pub fn slice_with(component: &Component, precision: Precision) -> Slice {
    let sliced = match precision {
        Precision::Exact | Precision::WithResults => slice_as_it_is(component, precision, &|| false),
        Precision::Coarse => slice_as_it_is(&without_dead_ends(component), precision, &|| false),
    };
    sliced.unwrap_or_else(|| Slice::whole(component))
}

/// The component without the ways that neither return nor fail: nothing is seen of a call that takes one.
fn without_dead_ends(component: &Component) -> Component {
    let mut pruned = component.clone();
    for method in pruned.methods.iter_mut().filter(|method| !method.constructor) {
        let reaching = FlowGraph::new(&method.body).reaching_end();
        if reaching[0] {
            let goes_on = |action: Action| action.target().is_none_or(|to| reaching[to.index()]);
            method.body.edges.retain(|edge| goes_on(edge.action));
        }
    }
    pruned
}

/// `None` if it is to stop first.
fn slice_as_it_is(component: &Component, precision: Precision, is_over: IsOver<'_>) -> Option<Slice> {
    let relevance = Relevance::of_errors(component, precision, is_over)?;
    let mut sliced = component.clone();
    let always = sliced.terms.bool(true);
    for (index, method) in component.methods.iter().enumerate() {
        let body = rewrite::rewrite(method, &relevance.methods[index], &relevance.symbols, always);
        sliced.methods[index].body = body;
        sliced.methods[index].free_outcomes |= method.outcomes.len() > 1 && !relevance.methods[index].outcomes;
        sliced.methods[index].locals.retain(|binding| relevance.symbols.contains(&binding.symbol));
        sliced.methods[index].result = method.result.filter(|result| relevance.symbols.contains(result));
    }
    sliced.variables.retain(|variable| relevance.symbols.contains(&variable.binding.symbol));
    if !relevance.mentions(component, component.initially) {
        sliced.initially = always;
    }
    let names = component.variables.iter().map(|variable| &variable.binding);
    let dropped = names.filter(|binding| !relevance.symbols.contains(&binding.symbol));
    let dropped = dropped.map(|binding| binding.name.clone()).collect();
    Some(Slice { dropped, component: sliced, forgotten: Forgotten::default(), unexposed: None })
}
