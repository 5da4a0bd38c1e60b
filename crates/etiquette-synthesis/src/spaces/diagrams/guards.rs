//! Guards and labels from diagrams: sets of arguments as intervals, sets of states by ranges of variables.
//!
//! Values are never enumerated, only the intervals in which they behave alike.

use etiquette_component::{Binding, Component, Type, dotted};
use etiquette_symbolic::{Bdd, Fallible, SymbolicComponent, Var};

use crate::readable::values::{Condition, integer_range, interval_condition, named_value_condition};
use crate::spaces::budgets::diagrams_guards::MAX_INTERVALS;

/// The condition that holds exactly for these arguments of a method; `None` if it would be too long.
pub(crate) fn guard(
    component: &Component,
    symbolic: &SymbolicComponent,
    method: usize,
    set: &Bdd,
) -> Fallible<Option<String>> {
    let words = component.methods[method].parameters.iter().zip(&symbolic.layout.parameters[method]);
    let words: Vec<(&Binding, &[Var])> = words.map(|(binding, word)| (binding, word.as_slice())).collect();
    let writer = GuardWriter { component, symbolic, set_of_all: &symbolic.arguments[method] };
    Ok(writer.condition(&words, set)?.map(|condition| condition.text))
}

/// From the first to the last value, both included.
type Interval = (i128, i128);

/// Values of a parameter with the same condition on the others.
type Group = (Vec<Interval>, Bdd);

struct GuardWriter<'a> {
    component: &'a Component,
    symbolic: &'a SymbolicComponent,
    set_of_all: &'a Bdd,
}

impl GuardWriter<'_> {
    /// Splits by the first word: values with the same rest are taken together.
    fn condition(&self, words: &[(&Binding, &[Var])], set: &Bdd) -> Fallible<Option<Condition>> {
        let Some(((binding, word), rest)) = words.split_first() else {
            return Ok(Some(Condition::formula("true".into(), false)));
        };
        let Some(groups) = self.groups(binding, word, set)? else { return Ok(None) };
        let mut parts = Vec::new();
        for (intervals, remaining) in groups {
            let Some(inner) = self.condition(rest, &remaining)? else { return Ok(None) };
            parts.push(Condition::all(vec![self.within(binding, &intervals), inner]));
        }
        Ok(Some(Condition::any(parts)))
    }

    fn within(&self, binding: &Binding, intervals: &[Interval]) -> Condition {
        match binding.ty {
            Type::Int { width, signed } => {
                interval_condition(&dotted(&binding.name), intervals, integer_range(width, signed))
            }
            Type::Bool | Type::Enum(_) => {
                let values = intervals.iter().flat_map(|&(from, to)| from..=to).map(|value| value as u64);
                let (name, values) = (dotted(&binding.name), values.collect::<Vec<_>>());
                named_value_condition(self.component, &name, binding.ty, &values)
            }
        }
    }

    /// The intervals of the word's values, by what is left of the set with them.
    fn groups(&self, binding: &Binding, word: &[Var], set: &Bdd) -> Fallible<Option<Vec<Group>>> {
        let (lowest, highest) = self.range(binding);
        let mut groups: Vec<Group> = Vec::new();
        let mut from = lowest;
        let mut count = 0;
        while from <= highest {
            let (to, rest) = self.alike(binding, word, set, from, highest)?;
            count += 1;
            if count > MAX_INTERVALS {
                return Ok(None);
            }
            if !rest.is_false() {
                match groups.iter_mut().find(|(_, known)| *known == rest) {
                    Some((intervals, _)) => intervals.push((from, to)),
                    None => groups.push((vec![(from, to)], rest)),
                }
            }
            from = to + 1;
        }
        Ok(Some(groups))
    }

    fn range(&self, binding: &Binding) -> Interval {
        match binding.ty {
            Type::Int { width, signed } => integer_range(width, signed),
            ty => (0, i128::from(self.component.value_count(ty).unwrap_or(1)) - 1),
        }
    }

    /// What is left of the set with this value, and up to which value that stays so.
    fn alike(&self, binding: &Binding, word: &[Var], set: &Bdd, from: i128, highest: i128) -> Fallible<(i128, Bdd)> {
        let diagrams = &self.symbolic.diagrams;
        let bits: Vec<(Var, bool)> =
            word.iter().enumerate().map(|(bit, &variable)| (variable, from >> bit & 1 == 1)).collect();
        let set = diagrams.and(set, self.set_of_all)?;
        let rest = diagrams.restrict(&set, &diagrams.assignment(&bits)?)?;
        let mut others = set.support();
        others.retain(|variable| !word.contains(variable));
        let same = diagrams.same_for_all(&set, &rest, &diagrams.cube(&others)?)?;
        let signed = matches!(binding.ty, Type::Int { signed: true, .. });
        let above = self.symbolic.bounded(word, signed, from, false)?;
        let different = diagrams.minus(&above, &same)?;
        let next = self.symbolic.range(&different, word, signed)?.map_or(highest + 1, |(smallest, _)| smallest);
        Ok(((next - 1).min(highest), rest))
    }
}
