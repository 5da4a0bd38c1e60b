//! The same system with small numbers for arguments and for what is returned: words that people can read.

use std::ops::RangeInclusive;

use etiquette_checking::{Product, Step, System};
use etiquette_component::Component;
use etiquette_logic::{Sort, Term, mask};

/// Ranges of numbers that read well, the best first.
pub(crate) const SMALL: [RangeInclusive<i64>; 2] = [0..=3, -8..=8];

/// The product's system without calls whose arguments, or results that somebody looks at, are not in a range. Its runs are runs of the system.
pub(crate) fn with_arguments_in(component: &mut Component, product: &Product, range: &RangeInclusive<i64>) -> System {
    let system = &product.system;
    let mut steps = Vec::new();
    for (index, step) in system.steps.iter().enumerate() {
        let arguments = product.arguments(index).iter().map(|&argument| component.terms.symbol(argument));
        let numbers: Vec<Term> = arguments.chain(product.result(index)).collect();
        let small = numbers.into_iter().map(|number| is_in(component, number, range));
        let small: Vec<Term> = small.collect();
        let condition = component.terms.all(small.into_iter().chain([step.condition]));
        steps.push(Step { condition, ..step.clone() });
    }
    System { steps, ..system.clone() }
}

fn is_in(component: &mut Component, value: Term, range: &RangeInclusive<i64>) -> Term {
    let terms = &mut component.terms;
    let count = range.end().abs_diff(*range.start());
    match terms.sort(value) {
        Sort::Bits(width) if width > count.ilog2() + 1 => {
            let least = terms.bits(width, *range.start() as u64 & mask(width));
            let (from_least, most) = (terms.sub(value, least), terms.bits(width, count));
            terms.unsigned_less_equal(from_least, most)
        }
        _ => terms.bool(true),
    }
}
