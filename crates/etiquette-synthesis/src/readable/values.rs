//! Readable guards: a set of argument tuples as a condition over the parameters.
//!
//! Sets of values become intervals and equalities, of the set or of its complement, whichever is shorter; several
//! parameters are split one after the other, values with the same rest taken together.

use std::collections::BTreeMap;

use etiquette_automata::OTHER;
use etiquette_component::{Binding, Component, Method, Type, quoted, value_in_term};

/// The condition that holds exactly for these arguments of the method's read parameters, out of all possible ones.
pub(crate) fn guard(component: &Component, method: &Method, read: &[bool], tuples: &[&[u64]]) -> String {
    let parameters: Vec<&Binding> =
        method.parameters.iter().zip(read).filter(|(_, read)| **read).map(|(binding, _)| binding).collect();
    let select = |tuple: &&[u64]| tuple.iter().zip(read).filter(|(_, read)| **read).map(|(value, _)| *value).collect();
    let mut rows: Vec<Vec<u64>> = tuples.iter().map(select).collect();
    rows.sort_unstable();
    condition(component, &parameters, &rows).text
}

/// A condition with what is needed to put it into another one.
pub(crate) struct Condition {
    pub text: String,
    /// Whether it is a disjunction at the top.
    is_or: bool,
}

impl Condition {
    fn new(text: impl Into<String>) -> Self {
        Condition { text: text.into(), is_or: false }
    }

    /// A formula that is written already.
    pub fn formula(text: String, is_or: bool) -> Self {
        Condition { text, is_or }
    }

    /// One of the parts holds.
    pub fn any(mut parts: Vec<Condition>) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => {
                let texts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
                Condition { text: texts.join(" || "), is_or: true }
            }
        }
    }

    /// All of the parts hold.
    pub fn all(parts: Vec<Condition>) -> Self {
        let mut needed: Vec<Condition> = parts.into_iter().filter(|part| part.text != "true").collect();
        match needed.len() {
            0 => Condition::new("true"),
            1 => needed.remove(0),
            _ => {
                let wrap = |part: Condition| {
                    if part.is_or { format!("({})", part.text) } else { part.text }
                };
                Condition::new(needed.into_iter().map(wrap).collect::<Vec<_>>().join(" && "))
            }
        }
    }
}

/// The condition for sorted rows of values, one for each parameter.
fn condition(component: &Component, parameters: &[&Binding], rows: &[Vec<u64>]) -> Condition {
    let Some((first, rest)) = parameters.split_first() else {
        return Condition::new("true");
    };
    let mut rests: BTreeMap<u64, Vec<Vec<u64>>> = BTreeMap::new();
    for row in rows {
        rests.entry(row[0]).or_default().push(row[1..].to_vec());
    }
    let mut groups: Vec<(Vec<u64>, Vec<Vec<u64>>)> = Vec::new();
    for (value, rest) in rests {
        match groups.iter_mut().find(|(_, known)| *known == rest) {
            Some((values, _)) => values.push(value),
            None => groups.push((vec![value], rest)),
        }
    }
    let parts = groups.iter().map(|(values, rows)| {
        Condition::all(vec![value_condition(component, first, values), condition(component, rest, rows)])
    });
    Condition::any(parts.collect())
}

/// The condition that the variable has one of these values.
pub(crate) fn value_condition(component: &Component, variable: &Binding, values: &[u64]) -> Condition {
    named_value_condition(component, &quoted(&variable.name), variable.ty, values)
}

/// The condition that something with a name, as an expression has it, has one of these values.
pub(crate) fn named_value_condition(component: &Component, name: &str, ty: Type, values: &[u64]) -> Condition {
    let count = component.value_count(ty).unwrap_or(u64::MAX);
    if values.len() as u64 == count {
        return Condition::new("true");
    }
    match ty {
        Type::Bool if values[0] == 1 => Condition::new(name),
        Type::Bool if name.contains(' ') && !name.starts_with('`') => Condition::new(format!("!({name})")),
        Type::Bool => Condition::new(format!("!{name}")),
        Type::Enum(_) => named_values(component, ty, name, values, count),
        Type::Int { width, signed } => integer_values(name, values, width, signed),
    }
}

fn named_values(component: &Component, ty: Type, name: &str, values: &[u64], count: u64) -> Condition {
    let written = |value: u64| value_in_term(&component.value_name(ty, value)).into_owned();
    // `object` is any other one: what that is depends on which values have names.
    let other = (0..count).find(|&value| count > 2 && component.value_name(ty, value) == OTHER);
    let is_short = values.len() as u64 * 2 <= count;
    if other.map_or(is_short, |other| !values.contains(&other)) {
        let equal = values.iter().map(|&value| Condition::new(format!("{name} == {}", written(value))));
        return Condition::any(equal.collect());
    }
    let others = (0..count).filter(|value| !values.contains(value));
    Condition::all(others.map(|value| Condition::new(format!("{name} != {}", written(value)))).collect())
}

/// The smallest and the largest number of a type.
pub(crate) fn integer_range(width: u32, signed: bool) -> (i128, i128) {
    match signed {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, (1i128 << width) - 1),
    }
}

/// Numbers as intervals; of the complement, negated, where that takes fewer.
fn integer_values(name: &str, values: &[u64], width: u32, signed: bool) -> Condition {
    let number = |&value: &u64| {
        if signed { i128::from(etiquette_logic::to_signed(value, width)) } else { i128::from(value) }
    };
    let (lowest, highest) = integer_range(width, signed);
    let mut numbers: Vec<i128> = values.iter().map(number).collect();
    numbers.sort_unstable();
    interval_condition(name, &intervals(&numbers), (lowest, highest))
}

/// The condition that the variable lies in one of the intervals, which are sorted and do not touch, out of a range.
pub(crate) fn interval_condition(name: &str, inside: &[(i128, i128)], (lowest, highest): (i128, i128)) -> Condition {
    let outside = complement(inside, lowest, highest);
    if outside.len() < inside.len() {
        return Condition::all(outside.iter().map(|&(from, to)| not_between(name, from, to)).collect());
    }
    let bounds = |&(from, to): &(i128, i128)| match from == to {
        true => (Some(from), Some(to)),
        false => ((from != lowest).then_some(from), (to != highest).then_some(to)),
    };
    Condition::any(inside.iter().map(bounds).map(|(low, high)| between(name, low, high)).collect())
}

fn intervals(sorted: &[i128]) -> Vec<(i128, i128)> {
    let mut found: Vec<(i128, i128)> = Vec::new();
    for &number in sorted {
        match found.last_mut() {
            Some((_, to)) if *to + 1 == number => *to = number,
            _ => found.push((number, number)),
        }
    }
    found
}

fn complement(inside: &[(i128, i128)], lowest: i128, highest: i128) -> Vec<(i128, i128)> {
    let starts = std::iter::once(lowest).chain(inside.iter().map(|(_, to)| to + 1));
    let ends = inside.iter().map(|(from, _)| from - 1).chain(std::iter::once(highest));
    starts.zip(ends).filter(|(from, to)| from <= to).collect()
}

/// The condition that the variable lies between these bounds, both included; in the way people write it.
pub(crate) fn between(name: &str, low: Option<i128>, high: Option<i128>) -> Condition {
    Condition::new(match (low, high) {
        (None, None) => "true".into(),
        (Some(low), Some(high)) if low == high => format!("{name} == {low}"),
        (Some(low), Some(high)) => format!("{low} <= {name} && {name} <= {high}"),
        (None, Some(-1)) => format!("{name} < 0"),
        (None, Some(high)) => format!("{name} <= {high}"),
        (Some(1), None) => format!("{name} > 0"),
        (Some(low), None) => format!("{name} >= {low}"),
    })
}

fn not_between(name: &str, from: i128, to: i128) -> Condition {
    if from == to {
        return Condition::new(format!("{name} != {from}"));
    }
    Condition { text: format!("{name} < {from} || {name} > {to}"), is_or: true }
}
