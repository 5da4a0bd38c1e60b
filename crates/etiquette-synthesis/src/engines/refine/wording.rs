//! How a refinement went, in words and numbers.

use std::collections::BTreeMap;

use etiquette_component::{Component, Type, Visibility};

use crate::engines::refine::control::{End, Refined};
use etiquette_outcome::Outcome;

/// What there is to tell about a refinement.
pub(crate) struct Told<'a> {
    pub engine: &'static str,
    pub base: &'a Component,
    pub refined: &'a Refined,
    /// Whether the interface was found on the abstraction.
    pub on_abstraction: bool,
}

impl Told<'_> {
    /// The outcome with how the refinement went.
    pub fn with(&self, mut outcome: Outcome) -> Outcome {
        outcome.engine = format!("{} ({})", self.engine, self.sentence());
        outcome.statistics.extend(self.statistics());
        outcome
    }

    /// Numbers about it.
    fn statistics(&self) -> BTreeMap<String, u64> {
        let count = |visibility: &Visibility| visibility.0.iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        let Refined { end, visibility, given, rounds } = self.refined;
        let mut statistics = BTreeMap::from([
            ("abstractions".to_owned(), *rounds),
            ("bits shown".to_owned(), count(visibility)),
            ("bits".to_owned(), count(&Visibility::all(self.base))),
        ]);
        if count(given) > 0 {
            statistics.insert("bits never hidden".into(), count(given));
        }
        match end {
            End::Deterministic => drop(statistics.insert("visibly deterministic".into(), 1)),
            End::Mixed(_) => drop(statistics.insert("visibly deterministic".into(), 0)),
            _ => {}
        }
        statistics
    }

    /// What is seen in the end, and why something else was done, if so.
    fn sentence(&self) -> String {
        let needed = || match seen(self.base, &self.refined.visibility) {
            names if names.is_empty() => "no variable is needed".into(),
            names => format!("needed: {}", names.join(", ")),
        };
        match &self.refined.end {
            End::Deterministic if self.on_abstraction => needed(),
            End::Deterministic => format!("{}; but which words can happen takes all, so explored directly", needed()),
            End::EverythingShown if self.on_abstraction => needed(),
            End::EverythingShown => format!("{}, which is everything, so explored directly", needed()),
            End::Mixed(disagreement) => {
                format!("not visibly deterministic: {disagreement}; so explored directly, on beliefs")
            }
            End::TooLarge => "the abstraction grew too large, so explored directly".into(),
            End::Stopped(reason) => format!("stopped while refining: {reason}"),
        }
    }
}

/// The variables of which something is seen, with the bits where that is not everything.
fn seen(base: &Component, visibility: &Visibility) -> Vec<String> {
    let shown = base.variables.iter().enumerate().filter(|(index, _)| visibility.0[*index] != 0);
    shown
        .map(|(index, variable)| {
            let name = &variable.binding.name;
            match (variable.binding.ty, visibility.shows_all_of(base, index)) {
                (Type::Int { .. }, false) => format!("{name} (bits {})", bit_list(visibility.0[index])),
                _ => name.clone(),
            }
        })
        .collect()
}

/// Bits in ranges: `0, 4–12`.
fn bit_list(bits: u64) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for bit in (0..u64::BITS).filter(|bit| bits >> bit & 1 == 1) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == bit => *last = bit,
            _ => ranges.push((bit, bit)),
        }
    }
    let texts = ranges.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::bit_list;

    #[test]
    fn bits_are_listed_in_ranges() {
        assert_eq!(bit_list(0b1), "0");
        assert_eq!(bit_list(0b1_1101_0110), "1–2, 4, 6–8");
    }
}
