//! The same system with small numbers for arguments: words that people can read.

use etiquette_checking::{Step, System};
use etiquette_component::Component;
use etiquette_logic::{Sort, Symbol, Term};

/// Numbers from minus this to this are small.
const SMALL: u64 = 8;

/// The system without steps whose inputs are large. Its runs are runs of the system.
pub(crate) fn with_small_inputs(component: &mut Component, system: &System) -> System {
    let mut steps = Vec::new();
    for step in &system.steps {
        let small: Vec<Term> = step.inputs.iter().map(|&input| is_small(component, input)).collect();
        let condition = component.terms.all(small.into_iter().chain([step.condition]));
        steps.push(Step { condition, ..step.clone() });
    }
    System { steps, ..system.clone() }
}

fn is_small(component: &mut Component, input: Symbol) -> Term {
    let terms = &mut component.terms;
    match terms.symbol_sort(input) {
        Sort::Bits(width) if width > SMALL.ilog2() + 1 => {
            let (value, shift) = (terms.symbol(input), terms.bits(width, SMALL));
            let (shifted, most) = (terms.add(value, shift), terms.bits(width, 2 * SMALL));
            terms.unsigned_less_equal(shifted, most)
        }
        _ => terms.bool(true),
    }
}
