//! What an invariant of the product says in one place: in a state of the interface, between calls or at a loop head.

use etiquette_automata::{CallId, StateId};
use etiquette_component::Location;
use etiquette_logic::{Substitution, Symbol, Term, TermPool};

use super::Product;

pub(super) fn between_calls(product: &Product, pool: &mut TermPool, invariant: &[Term], state: StateId) -> Term {
    restricted(product, pool, invariant, state, 0)
}

pub(super) fn at_loop_head(
    product: &Product,
    pool: &mut TermPool,
    invariant: &[Term],
    state: StateId,
    stop: (CallId, Location),
) -> Term {
    match product.stops.iter().position(|&known| known == stop) {
        Some(position) => restricted(product, pool, invariant, state, position as u64 + 1),
        None => pool.bool(false),
    }
}

/// The invariant with the product's own variables replaced by what they are there. Where the state does not tell
/// whether the object is constructed, either is possible.
fn restricted(product: &Product, pool: &mut TermPool, invariant: &[Term], state: StateId, location: u64) -> Term {
    let mut fixed = vec![(product.state, u64::from(state.0)), (product.status, 0)];
    fixed.extend(product.location.map(|symbol| (symbol, location)));
    fixed.extend(idle_symbols(product, location).into_iter().map(|symbol| (symbol, 0)));
    let Some(constructed) = product.constructed else {
        return with_values(pool, invariant, &fixed);
    };
    let mut either = [0, 1].map(|value| [&fixed[..], &[(constructed, value)]].concat());
    if state != product.interface.initial() {
        either[0] = either[1].clone();
    }
    let [before, after] = either.map(|fixed| with_values(pool, invariant, &fixed));
    pool.or(before, after)
}

/// The parameters and locals that are zero at a location, since their methods don't run there.
fn idle_symbols(product: &Product, location: u64) -> Vec<Symbol> {
    let running = usize::try_from(location).ok().and_then(|location| product.stops.get(location.checked_sub(1)?));
    let own: &[Symbol] = running.map_or(&[], |(call, _)| &product.kept[call.index()]);
    product.kept.iter().flatten().copied().filter(|symbol| !own.contains(symbol)).collect()
}

fn with_values(pool: &mut TermPool, invariant: &[Term], values: &[(Symbol, u64)]) -> Term {
    let constants = values.iter().map(|&(symbol, value)| (symbol, pool.constant(pool.symbol_sort(symbol), value)));
    let mut substitution: Substitution = constants.collect();
    let parts: Vec<Term> = invariant.iter().map(|&part| substitution.apply(pool, part)).collect();
    pool.all(parts)
}
