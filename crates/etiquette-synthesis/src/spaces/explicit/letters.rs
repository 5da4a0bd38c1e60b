//! The alphabet of an explicit exploration: every method with every combination of arguments that matters.

use etiquette_component::{Component, Letter, Method, MethodId};
use rustc_hash::FxHashSet;

use crate::engine::Unsupported;
use crate::spaces::budgets::explicit_letters::{MAX_CHOICES, MAX_INITIAL_STATES, MAX_LETTERS};

/// The letters in the order of the methods and arguments, with their events numbered through. Parameters that the body
/// never reads are zero.
#[derive(Clone, Debug)]
pub(crate) struct Letters {
    pub letters: Vec<Letter>,
    first_event: Vec<usize>,
}

impl Letters {
    pub fn of(component: &Component) -> Result<Self, Unsupported> {
        let mut letters = Vec::new();
        for (index, method) in component.methods.iter().enumerate() {
            let count = argument_count(component, method).unwrap_or(u64::MAX);
            if count.saturating_add(letters.len() as u64) > MAX_LETTERS {
                return Err(Unsupported(format!(
                    "the parameters of `{}` have too many values to try them all: more than {MAX_LETTERS} calls",
                    method.name
                )));
            }
            letters.extend(tuples(component, method).map(|arguments| Letter { method: index, arguments }));
        }
        Ok(Letters::numbered(component, letters))
    }

    /// Letters whose events are numbered in their order.
    pub fn numbered(component: &Component, letters: Vec<Letter>) -> Self {
        let mut first_event = vec![0];
        for letter in &letters {
            let last = first_event[first_event.len() - 1];
            first_event.push(last + component.methods[letter.method].outcomes.len());
        }
        Letters { letters, first_event }
    }

    /// The method of each letter.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> {
        self.letters.iter().map(|letter| letter.method)
    }

    pub fn len(&self) -> usize {
        self.letters.len()
    }

    pub fn event_count(&self) -> usize {
        self.first_event[self.letters.len()]
    }

    /// The event of a letter's outcome.
    pub fn event(&self, letter: usize, outcome: usize) -> usize {
        self.first_event[letter] + outcome
    }

    /// The events of a letter.
    pub fn events(&self, letter: usize) -> std::ops::Range<usize> {
        self.first_event[letter]..self.first_event[letter + 1]
    }

    /// The letter and the outcome of an event.
    pub fn split(&self, event: usize) -> (usize, usize) {
        let letter = self.first_event.partition_point(|&first| first <= event) - 1;
        (letter, event - self.first_event[letter])
    }
}

/// Whether the hidden choices and the initial states are few enough to try them all.
pub(crate) fn check_choices(component: &Component) -> Result<(), Unsupported> {
    for method in &component.methods {
        let havocs = method.body.edges.iter().filter_map(|edge| match edge.action {
            etiquette_component::Action::Havoc(symbol, ..) => component.binding(Some(method), symbol),
            _ => None,
        });
        for binding in havocs {
            if component.value_count(binding.ty).is_none_or(|count| count > MAX_CHOICES) {
                return Err(Unsupported(format!(
                    "`{}` chooses a value of `{}: {}` out of more than {MAX_CHOICES}, too many to try them all",
                    method.name,
                    binding.name,
                    component.type_name(binding.ty)
                )));
            }
        }
    }
    let free = component.variables.iter().filter(|variable| variable.initial.is_none());
    let mut counts = free.map(|variable| component.value_count(variable.binding.ty));
    let product = counts.try_fold(1u64, |product, count| product.checked_mul(count?));
    if product.is_none_or(|count| count > MAX_INITIAL_STATES) {
        return Err(Unsupported(format!(
            "there are more than {MAX_INITIAL_STATES} initial states, too many to try them all"
        )));
    }
    Ok(())
}

/// Which parameters the body reads.
pub(crate) fn read_parameters(component: &Component, method: &Method) -> Vec<bool> {
    let roots: Vec<_> = method.body.edges.iter().filter_map(|edge| edge.action.term()).collect();
    let read: FxHashSet<_> = component.terms.symbols_of_all(&roots).into_iter().collect();
    method.parameters.iter().map(|binding| read.contains(&binding.symbol)).collect()
}

fn argument_count(component: &Component, method: &Method) -> Option<u64> {
    parameter_sizes(component, method).into_iter().try_fold(1u64, |product, size| product.checked_mul(size?))
}

/// The number of values to try for each parameter: one where it is never read.
fn parameter_sizes(component: &Component, method: &Method) -> Vec<Option<u64>> {
    let read = read_parameters(component, method);
    let sizes = method.parameters.iter().zip(read);
    sizes.map(|(binding, read)| if read { component.value_count(binding.ty) } else { Some(1) }).collect()
}

/// All combinations of arguments, the last parameter changing fastest.
fn tuples(component: &Component, method: &Method) -> impl Iterator<Item = Vec<u64>> + use<> {
    let sizes: Vec<u64> = parameter_sizes(component, method).into_iter().map(|size| size.unwrap_or(u64::MAX)).collect();
    combinations(sizes)
}

/// All tuples below the sizes, the last position changing fastest.
pub(crate) fn combinations(sizes: Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
    let mut next = sizes.iter().all(|&size| size > 0).then(|| vec![0; sizes.len()]);
    std::iter::from_fn(move || {
        let current = next.clone()?;
        next = successor(&current, &sizes);
        Some(current)
    })
}

fn successor(current: &[u64], sizes: &[u64]) -> Option<Vec<u64>> {
    let mut next = current.to_vec();
    for position in (0..sizes.len()).rev() {
        next[position] += 1;
        if next[position] < sizes[position] {
            return Some(next);
        }
        next[position] = 0;
    }
    None
}
