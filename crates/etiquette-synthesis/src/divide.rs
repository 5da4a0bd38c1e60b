//! A component as several smaller ones (FSE 2005, Sections 5 and 6), whose interfaces together are that of the whole.
//!
//! *By state*: methods that share no state, directly or through others, do not tell each other anything (the paper's
//! value flow analysis). A word is legal if the calls of each part are: the whole is their interleaving. [`shared`] lets
//! parts have methods in common. *By error*: a
//! word is legal if it is for each error by itself (Proposition 7): the whole is the intersection.

mod shared;

use std::collections::BTreeSet;

use etiquette_component::{Action, Component, Edge, Method};
use etiquette_logic::{Answer, Solver, Symbol, Term};

pub use shared::divide_around_shared;

/// The parts that share no state, in the order of their first methods; the component itself if there is one only.
///
/// A variable that no method changes and whose value is known tells nothing, and so connects nothing. Every part has
/// all constructors. They set up the state of all parts at once, so they must not tie it together: what they do must
/// follow from their arguments, which the client knows. Otherwise the component stays whole.
pub fn divide_by_state(component: &Component) -> Vec<Component> {
    if !constructors(component).all(|method| follows_from_arguments(component, method)) {
        return vec![component.clone()];
    }
    let mut groups: Vec<Group> = Vec::new();
    let constant = constants(component);
    let initially = symbols(component, component.initially);
    join(&mut groups, Group { methods: Vec::new(), symbols: initially });
    for (index, method) in component.methods.iter().enumerate().filter(|(_, method)| !method.constructor) {
        let symbols = used(component, method).difference(&constant).copied().collect();
        join(&mut groups, Group { methods: vec![index], symbols });
    }
    groups.retain(|group| !group.methods.is_empty());
    groups.sort_by_key(|group| group.methods[0]);
    if groups.len() < 2 {
        return vec![component.clone()];
    }
    groups.iter().map(|group| part(component, group, &constant)).collect()
}

fn constructors(component: &Component) -> impl Iterator<Item = &Method> {
    component.methods.iter().filter(|method| method.constructor)
}

/// Whether the arguments alone decide what the constructor does: it reads no variable whose initial value is open, and
/// has no hidden choice.
fn follows_from_arguments(component: &Component, method: &Method) -> bool {
    let related = symbols(component, component.initially);
    let known = component.variables.iter().filter(|variable| variable.initial.is_some());
    let known: BTreeSet<Symbol> =
        known.map(|variable| variable.binding.symbol).filter(|symbol| !related.contains(symbol)).collect();
    let terms = method.body.edges.iter().filter_map(|edge| edge.action.term());
    let read: BTreeSet<Symbol> = terms.flat_map(|term| symbols(component, term)).collect();
    read.is_subset(&known) && has_no_choice(component, method)
}

/// Whether at most one edge is open at a time.
fn has_no_choice(component: &Component, method: &Method) -> bool {
    let havocs = method.body.edges.iter().any(|edge| matches!(edge.action, Action::Havoc(..)));
    !havocs && method.body.outgoing().iter().all(|edges| edges.len() < 2 || exclude_each_other(component, edges))
}

fn exclude_each_other(component: &Component, edges: &[Edge]) -> bool {
    let conditions = edges.iter().map(|edge| match edge.action {
        Action::Assume(condition, _) => Some(condition),
        _ => None,
    });
    let Some(conditions) = conditions.collect::<Option<Vec<Term>>>() else { return false };
    let mut solver = Solver::new();
    let mut pairs = conditions
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| conditions[index + 1..].iter().map(move |&other| [one, other]));
    pairs.all(|pair| solver.check(&component.terms, &pair) == Answer::Unsat)
}

/// One component for each name of an error: the others then end a call as if it never returned.
pub fn divide_by_error(component: &Component) -> Vec<Component> {
    let names: BTreeSet<&str> = component.errors.iter().map(|error| error.name.as_str()).collect();
    let only = |name: &&str| {
        let mut part = component.clone();
        for method in &mut part.methods {
            method.body.edges.retain(|edge| match edge.action {
                Action::Error(error) => component.errors[error].name == **name,
                _ => true,
            });
        }
        without_unused_errors(&mut part);
        part
    };
    if names.len() < 2 { vec![component.clone()] } else { names.iter().map(only).collect() }
}

/// Methods and the state that connects them.
struct Group {
    methods: Vec<usize>,
    symbols: BTreeSet<Symbol>,
}

/// Adds a group, as one with all that it has something in common with.
fn join(groups: &mut Vec<Group>, mut new: Group) {
    let (together, apart): (Vec<Group>, Vec<Group>) =
        std::mem::take(groups).into_iter().partition(|group| !group.symbols.is_disjoint(&new.symbols));
    *groups = apart;
    for group in together {
        new.methods.extend(group.methods);
        new.symbols.extend(group.symbols);
    }
    new.methods.sort_unstable();
    groups.push(new);
}

/// The state variables in a term.
fn symbols(component: &Component, term: Term) -> BTreeSet<Symbol> {
    let state: BTreeSet<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    component.terms.symbols_of(term).into_iter().filter(|symbol| state.contains(symbol)).collect()
}

/// The state variables that a method reads or writes.
fn used(component: &Component, method: &Method) -> BTreeSet<Symbol> {
    let state: BTreeSet<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let actions = || method.body.edges.iter().map(|edge| edge.action);
    let written = actions().filter_map(|action| action.written()).filter(|symbol| state.contains(symbol));
    let read = actions().filter_map(|action| action.term()).flat_map(|term| symbols(component, term));
    written.chain(read).collect()
}

/// The variables whose value is known for ever: it is the initial one, or the one that a constructor gives it.
fn constants(component: &Component) -> BTreeSet<Symbol> {
    let methods = component.methods.iter().filter(|method| !method.constructor);
    let edges = methods.flat_map(|method| &method.body.edges);
    let written: BTreeSet<Symbol> = edges.filter_map(|edge| edge.action.written()).collect();
    let fixed = component.variables.iter().filter(|variable| variable.initial.is_some());
    fixed.map(|variable| variable.binding.symbol).filter(|symbol| !written.contains(symbol)).collect()
}

fn part(component: &Component, group: &Group, constant: &BTreeSet<Symbol>) -> Component {
    let mut part = component.clone();
    let belongs = |index: usize| component.methods[index].constructor || group.methods.contains(&index);
    let indices = (0..component.methods.len()).filter(|&index| belongs(index));
    part.methods = indices.map(|index| component.methods[index].clone()).collect();
    let mut kept = group.symbols.clone();
    for method in &part.methods {
        let used = used(component, method);
        kept.extend(used.iter().filter(|symbol| method.constructor || constant.contains(symbol)));
    }
    let initially = symbols(component, component.initially);
    if initially.is_disjoint(&group.symbols) {
        part.initially = part.terms.bool(true);
    } else {
        kept.extend(initially);
    }
    part.variables.retain(|variable| kept.contains(&variable.binding.symbol));
    without_unused_errors(&mut part);
    part
}

/// Drops the errors that no method raises.
fn without_unused_errors(component: &mut Component) {
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let raised: BTreeSet<usize> = edges
        .filter_map(|edge| match edge.action {
            Action::Error(error) => Some(error),
            _ => None,
        })
        .collect();
    for edge in component.methods.iter_mut().flat_map(|method| &mut method.body.edges) {
        if let Action::Error(error) = &mut edge.action {
            *error = raised.iter().take_while(|&&other| other < *error).count();
        }
    }
    component.errors = raised.iter().map(|&error| component.errors[error].clone()).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(source: &str) -> Component {
        etiquette_component::parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
    }

    fn methods(parts: &[Component]) -> Vec<Vec<&str>> {
        parts.iter().map(|part| part.methods.iter().map(|method| method.name.as_str()).collect()).collect()
    }

    #[test]
    fn methods_that_share_no_state_come_apart() {
        let parts = divide_by_state(&component(
            "component two { var a: bool = false; var b: bool = false; var limit: u8 = 3;
                method open() { if (limit == 2) { error Limit; } a = true; }
                method push() { b = true; }
                method read() { if (!a) { error Closed; } }
                method pop() { if (!b || limit == 1) { error Empty; } b = false; } }",
        ));
        assert_eq!(methods(&parts), [["open", "read"], ["push", "pop"]]);
        assert_eq!(parts[1].error_names(), ["Empty"]);
        assert!(parts.iter().all(|part| etiquette_component::check(part).is_ok()));
    }

    #[test]
    fn state_is_shared_through_others_and_through_the_beginning() {
        let chain = "component chain { var a: bool = false; var b: bool = false;
            method f() { a = true; } method g() { b = a; } method h() { assert b; } }";
        assert_eq!(methods(&divide_by_state(&component(chain))), [["f", "g", "h"]]);
        let related = "component related { var a: bool = *; var b: bool = *; initially a == b;
            method f() -> bool { return a; } method h() { assert b; } }";
        assert_eq!(methods(&divide_by_state(&component(related))), [["f", "h"]]);
        let unknown =
            "component unknown { var a: bool = *; method f() -> bool { return a; } method h() { assert a; } }";
        assert_eq!(methods(&divide_by_state(&component(unknown))), [["f", "h"]]);
    }

    #[test]
    fn constructors_belong_to_every_part() {
        let source = |body: &str| {
            format!(
                "component two {{ var a: bool = false; var b: bool = false; var limit: u8 = 3; var open: bool = *;
                    new Two(l: u8) {{ {body} }}
                    method f() {{ a = !a; assert limit > 2; }} method g() {{ assert a; }}
                    method h() {{ b = !b; assert limit > 1; }} method k() {{ assert b; }} }}"
            )
        };
        let parts = divide_by_state(&component(&source("limit = l; if (l > 7) { a = true; } else { b = true; }")));
        assert_eq!(methods(&parts), [["new Two", "f", "g"], ["new Two", "h", "k"]]);
        assert!(parts.iter().all(|part| etiquette_component::check(part).is_ok()));
        for tied in ["choose { a = true; } or { b = true; }", "a = open; b = open;", "a = *; b = a;"] {
            assert_eq!(divide_by_state(&component(&source(tied))).len(), 1, "{tied}");
        }
    }

    #[test]
    fn each_error_gets_a_component_of_its_own() {
        let parts = divide_by_error(&component(
            "component lock { var held: bool = false; method acq() { if (held) { error Held; } held = true; }
                method read() { if (!held) { error NotHeld; } } method rel() { held = false; } }",
        ));
        assert_eq!(parts.iter().map(Component::error_names).collect::<Vec<_>>(), [["Held"], ["NotHeld"]]);
        assert!(parts.iter().all(|part| part.methods.len() == 3 && etiquette_component::check(part).is_ok()));
    }
}
