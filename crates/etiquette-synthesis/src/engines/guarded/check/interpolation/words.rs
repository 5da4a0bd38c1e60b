//! The words that interpolants are made of, before anything deeper is tried: what steps test and compare, and bounds
//! around the states that were explored.
//!
//! Conditions that are carried backwards through many calls grow with each of them, and say little of other states.
//! These stay as small as they are.

use etiquette_component::Type;
use etiquette_logic::{Sort, Substitution, Symbol, Term};
use etiquette_predicates::atoms;

use crate::engines::guarded::check::explore::Explorer;
use crate::readable::guards::bounds_at;

/// The conditions on the component's variables alone that steps depend on.
pub(crate) fn tested(explorer: &Explorer<'_>) -> Vec<Term> {
    let data: Vec<Symbol> = explorer.data().into_iter().map(|(_, symbol)| symbol).collect();
    let terms = &explorer.component.terms;
    let conditions: Vec<Term> = explorer.product.system.steps.iter().map(|step| step.condition).collect();
    let mut found = atoms(terms, &conditions);
    found.retain(|&atom| terms.symbols_of(atom).iter().all(|symbol| data.contains(symbol)));
    found
}

/// What steps compare with their inputs, where it is more than a variable: `expect & 1`, of which a test such as
/// `(input & 1) == (expect & 1)` sees one bit only.
pub(crate) fn compared(explorer: &Explorer<'_>) -> Vec<Term> {
    let data: Vec<Symbol> = explorer.data().into_iter().map(|(_, symbol)| symbol).collect();
    let terms = &explorer.component.terms;
    let is_own = |term: Term| {
        let symbols = terms.symbols_of(term);
        !symbols.is_empty() && symbols.iter().all(|symbol| data.contains(symbol))
    };
    let conditions: Vec<Term> = explorer.product.system.steps.iter().map(|step| step.condition).collect();
    let mut found: Vec<Term> = Vec::new();
    for part in terms.reachable(&conditions).into_iter().filter(|&part| !is_own(part)) {
        let operands = terms.node(part).operands();
        let own = operands.filter(|&operand| terms.sort(operand) != Sort::Bool && terms.as_symbol(operand).is_none());
        found.extend(own.filter(|&operand| is_own(operand)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The values that these terms have in a single state, as conditions.
pub(crate) fn equalities(explorer: &mut Explorer<'_>, compared: &[Term], values: &[(Symbol, Term)]) -> Vec<Term> {
    let mut here: Substitution = values.iter().copied().collect();
    let terms = &mut explorer.component.terms;
    let mut made = Vec::new();
    for &term in compared {
        let value = here.apply(terms, term);
        if terms.as_constant(value).is_some() {
            made.push(terms.equal(term, value));
        }
    }
    made
}

/// For each variable that has one value, how others relate to it.
pub(crate) fn bounds(explorer: &mut Explorer<'_>, values: &[(Symbol, Term)]) -> Vec<Term> {
    let mut made = Vec::new();
    for &(symbol, value) in values {
        if explorer.component.terms.as_constant(value).is_none() {
            continue;
        }
        let variable = explorer.component.variables.iter().find(|variable| variable.binding.symbol == symbol);
        let ty = variable.map(|variable| variable.binding.ty);
        let terms = &mut explorer.component.terms;
        let symbol = terms.symbol(symbol);
        match ty {
            Some(Type::Int { signed, .. }) => made.extend(bounds_at(terms, symbol, value, signed)),
            _ => made.push(terms.equal(symbol, value)),
        }
    }
    made.retain(|&atom| explorer.component.terms.as_constant(atom).is_none());
    made
}
