//! Classes of numbers, each with an outcome of its own.

use crate::component::{Component, Type};
use crate::results::{OTHER, RESULT};

/// Numbers between two ends, which belong to it.
type Interval = (i128, i128);

/// The outcomes of a method that tell the numbers apart that it returns. Every number belongs to one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberOutcomes {
    /// The method's name.
    pub method: String,
    /// The numbers of each outcome: intervals that do not touch, in order.
    classes: Vec<Vec<Interval>>,
    /// All numbers of the type.
    all: Interval,
}

impl NumberOutcomes {
    /// Tells these numbers apart from each other, and from those below, between and above them.
    pub(super) fn around(component: &Component, method: &str, ty: Type, numbers: &[u64]) -> Option<Self> {
        let Type::Int { width, signed } = ty else { return None };
        let all = if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
        let value = |&number: &u64| component.value_name(ty, number).parse::<i128>().ok();
        let mut points: Vec<i128> = numbers.iter().filter_map(value).collect();
        points.sort_unstable();
        points.dedup();
        let (mut classes, mut next) = (Vec::new(), all.0);
        for point in points {
            classes.extend((next < point).then(|| vec![(next, point - 1)]));
            classes.push(vec![(point, point)]);
            next = point + 1;
        }
        classes.extend((next <= all.1).then(|| vec![(next, all.1)]));
        Some(NumberOutcomes { method: method.to_owned(), classes, all })
    }

    /// The same where some outcomes are one: those that are alike by a number for each of them. Those without a number
    /// never happen, and go where that makes names simple.
    pub fn merged(&self, alike: &[Option<usize>]) -> NumberOutcomes {
        let mut groups: Vec<(usize, Vec<Interval>)> = Vec::new();
        let mut never: Vec<Interval> = Vec::new();
        for (class, number) in self.classes.iter().zip(alike) {
            let Some(number) = number else {
                never.extend(class);
                continue;
            };
            match groups.iter_mut().find(|(known, _)| known == number) {
                Some((_, group)) => group.extend(class),
                None => groups.push((*number, class.clone())),
            }
        }
        let mut classes: Vec<Vec<Interval>> = groups.into_iter().map(|(_, class)| joined(class)).collect();
        add_anywhere(&mut classes, never);
        NumberOutcomes { classes, ..self.clone() }
    }

    /// How many outcomes there are.
    pub fn count(&self) -> usize {
        self.classes.len()
    }

    /// The outcomes' names. Numbers that are no interval are simply the others, once.
    pub fn names(&self) -> Vec<String> {
        let scattered = |class: &Vec<Interval>| class.len() > 1;
        let other = self.classes.iter().rposition(scattered);
        let named = |(position, class): (usize, &Vec<Interval>)| match &class[..] {
            _ if other == Some(position) => OTHER.to_owned(),
            [(low, high)] if low == high => low.to_string(),
            _ => class.iter().map(|interval| self.condition(*interval)).collect::<Vec<_>>().join(" || "),
        };
        self.classes.iter().enumerate().map(named).collect()
    }

    fn condition(&self, (low, high): Interval) -> String {
        let (from, to) = (low == self.all.0, high == self.all.1);
        match (from, to) {
            _ if low == high => format!("{RESULT} == {low}"),
            (true, true) => format!("{RESULT} == {RESULT}"),
            (true, false) => format!("{RESULT} < {}", high + 1),
            (false, true) => format!("{RESULT} > {}", low - 1),
            (false, false) => format!("{RESULT} > {} && {RESULT} < {}", low - 1, high + 1),
        }
    }
}

/// Adds numbers that may go with any others: to several in a row that they touch, or else to those that are most. A
/// single number stays one.
fn add_anywhere(classes: &mut [Vec<Interval>], mut numbers: Vec<Interval>) {
    let size = |class: &[Interval]| class.iter().map(|(low, high)| high - low + 1).sum::<i128>();
    let touches = |class: &[Interval], (low, high): Interval| {
        size(class) > 1 && class.iter().any(|(first, last)| last + 1 == low || high + 1 == *first)
    };
    while let Some((position, class)) = numbers
        .iter()
        .enumerate()
        .find_map(|(position, interval)| Some((position, classes.iter().position(|class| touches(class, *interval))?)))
    {
        classes[class].push(numbers.remove(position));
        classes[class] = joined(std::mem::take(&mut classes[class]));
    }
    if let Some(largest) = classes.iter_mut().rev().max_by_key(|class| size(class)) {
        largest.extend(numbers);
        *largest = joined(std::mem::take(largest));
    }
}

/// The same numbers, with intervals that touch made one.
fn joined(mut class: Vec<Interval>) -> Vec<Interval> {
    class.sort_unstable();
    let mut found: Vec<Interval> = Vec::new();
    for (low, high) in class {
        match found.last_mut() {
            Some(last) if last.1 + 1 == low => last.1 = high,
            _ => found.push((low, high)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::NumberOutcomes;
    use crate::component::{Component, Type};

    fn around(numbers: &[u64]) -> NumberOutcomes {
        let ty = Type::Int { width: 32, signed: true };
        NumberOutcomes::around(&Component::new("c"), "read", ty, numbers).expect("numbers")
    }

    #[test]
    fn numbers_and_what_lies_between_them() {
        let names = around(&[5, 0xffff_ffff, 0]).names();
        assert_eq!(names, ["result < -1", "-1", "0", "result > 0 && result < 5", "5", "result > 5"]);
        assert_eq!(around(&[0x8000_0000]).names(), ["-2147483648", "result > -2147483648"]);
    }

    #[test]
    fn what_is_alike_is_one() {
        let all = around(&[0xffff_ffff, 0]);
        let merged = |alike: [Option<usize>; 4]| all.merged(&alike).names();
        assert_eq!(merged([None, Some(0), Some(1), Some(1)]), ["-1", "other"]);
        assert_eq!(merged([Some(0), Some(0), Some(0), Some(1)]), ["result < 1", "result > 0"]);
        assert_eq!(merged([None, Some(0), Some(0), Some(1)]), ["result < 1", "result > 0"]);
        assert_eq!(merged([None, None, Some(0), Some(1)]), ["0", "other"]);
        assert_eq!(merged([Some(0), Some(0), Some(1), Some(2)]), ["result < 0", "0", "result > 0"]);
        assert_eq!(merged([Some(0), Some(1), Some(0), Some(1)]), ["result < -1 || result == 0", "other"]);
        assert_eq!(all.merged(&[Some(3), Some(3), Some(3), None]).count(), 1);
    }
}
