//! What may be true of an automaton's registers beside a component: that they are equal to its variables, or to each
//! other, that they are not below 0 or -1, and in which order they are; and that variables are what they are at first.
//!
//! Nothing in the product compares registers with the variables that they stand for, so the checkers would not think of
//! it. These are guesses: those that hold are found by [`etiquette_checking::inductive`].

use etiquette_automata::StateId;
use etiquette_checking::Product;
use etiquette_component::Component;
use etiquette_logic::{Sort, Symbol, Term, mask};

use crate::unfold::Unfolded;

/// With more than this, nothing is said of single states of the automaton.
const MOST_GUESSES: usize = 2_000;

/// Conditions on registers, in each state of the automaton, as long as it agrees with the component.
pub(crate) fn agreements<S>(component: &mut Component, product: &Product, automaton: &Unfolded<S>) -> Vec<Term> {
    let always = everywhere(component, automaton);
    let always = within_calls_and_between(component, product, always);
    let states: Vec<StateId> = automaton.interface.states().collect();
    let differs = product.bad;
    let mut guesses = Vec::new();
    if always.len() * states.len() <= MOST_GUESSES {
        for state in states {
            let elsewhere = product.is_in(&mut component.terms, &[state]);
            let elsewhere = component.terms.not(elsewhere);
            guesses.extend(always.iter().map(|&guess| component.terms.or(elsewhere, guess)));
        }
    } else {
        guesses.extend(always.iter().map(|&guess| component.terms.or(differs, guess)));
    }
    guesses
}

/// The guesses, and that they hold between calls: a loop may change a variable long before its call returns and the
/// register follows.
fn within_calls_and_between(component: &mut Component, product: &Product, mut guesses: Vec<Term>) -> Vec<Term> {
    if product.location.is_some() {
        let terms = &mut component.terms;
        let between = product.is_between_calls(terms);
        let within = terms.not(between);
        let weaker: Vec<Term> = guesses.iter().map(|&guess| terms.or(within, guess)).collect();
        guesses.extend(weaker);
    }
    guesses
}

/// Equalities, of registers with variables and with each other, and orders of registers.
fn everywhere<S>(component: &mut Component, automaton: &Unfolded<S>) -> Vec<Term> {
    let registers: Vec<Symbol> = automaton.registers.variables.iter().map(|(symbol, _)| *symbol).collect();
    let variables = component.state_symbols();
    let at_first = component.variables.iter().filter_map(|known| Some((known.binding.symbol, known.initial?)));
    let at_first: Vec<(Symbol, u64)> = at_first.collect();
    let terms = &mut component.terms;
    let mut guesses = Vec::new();
    for (symbol, value) in at_first {
        let (variable, value) = (terms.symbol(symbol), terms.constant(terms.symbol_sort(symbol), value));
        guesses.push(terms.equal(variable, value));
    }
    for (position, &one) in registers.iter().enumerate() {
        let sort = terms.symbol_sort(one);
        let register = terms.symbol(one);
        let zero = terms.constant(sort, 0);
        guesses.push(terms.equal(register, zero));
        for &other in variables.iter().chain(&registers[position + 1..]) {
            if terms.symbol_sort(other) == sort {
                let other = terms.symbol(other);
                guesses.push(terms.equal(register, other));
            }
        }
        if matches!(sort, Sort::Bits(_)) {
            let minus_one = terms.constant(sort, mask(sort.width()));
            guesses.push(terms.signed_less_equal(zero, register));
            guesses.push(terms.signed_less_equal(minus_one, register));
            for &other in registers.iter().filter(|&&other| other != one) {
                if terms.symbol_sort(other) == sort {
                    let other = terms.symbol(other);
                    guesses.push(terms.signed_less_equal(register, other));
                }
            }
        }
    }
    guesses
}
