//! Comparisons in the `CONSTRAINTS` of a CrySL rule, as conditions on the arguments of events: `length >= 16;`.
//!
//! Read are comparisons of objects with numbers and with each other, where each event that has one of the objects has
//! all of them. Whatever else stands there is about more than one call, or about other values, and the caller is told
//! that it is left.

use etiquette_component::{Component, Type, parse_value};
use etiquette_logic::Term;

use super::atom::Atom;

/// A comparison of two objects, or of an object with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison<'a> {
    left: &'a str,
    sign: &'a str,
    right: &'a str,
}

const SIGNS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// The comparisons of a section, and whether nothing else stands there.
pub(super) fn comparisons(section: &str) -> (Vec<Comparison<'_>>, bool) {
    let lines: Vec<&str> = section.split(';').map(str::trim).filter(|line| !line.is_empty()).collect();
    let found: Vec<Comparison> = lines.iter().filter_map(|line| Comparison::read(line)).collect();
    let is_all = found.len() == lines.len();
    (found, is_all)
}

impl<'a> Comparison<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (sign, (left, right)) = SIGNS.iter().find_map(|sign| Some((*sign, line.split_once(sign)?)))?;
        let (left, right) = (left.trim(), right.trim());
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_$-".contains(c));
        (is_word(left) && is_word(right)).then_some(Comparison { left, sign, right })
    }

    /// The objects that are compared.
    fn objects(&self) -> Vec<&'a str> {
        [self.left, self.right].into_iter().filter(|word| word.parse::<i64>().is_err()).collect()
    }

    /// For each atom that it is about, the condition on each of its meanings; `None` where it can't be said as
    /// conditions on single calls.
    pub(super) fn guards(
        &self,
        component: &mut Component,
        atoms: &[Atom],
        objects: &[Vec<Option<&str>>],
    ) -> Option<Vec<(usize, Vec<Term>)>> {
        let compared = self.objects();
        let has = |atom: usize, object: &&str| objects[atom].contains(&Some(*object));
        let concerned: Vec<usize> =
            (0..objects.len()).filter(|&atom| compared.iter().any(|object| has(atom, object))).collect();
        if concerned.is_empty() || !concerned.iter().all(|&atom| compared.iter().all(|object| has(atom, object))) {
            return None;
        }
        let of_atom = |&atom: &usize| Some((atom, self.of_atom(component, &atoms[atom], &objects[atom])?));
        concerned.iter().map(of_atom).collect()
    }

    fn of_atom(&self, component: &mut Component, atom: &Atom, objects: &[Option<&str>]) -> Option<Vec<Term>> {
        let condition = |meaning: &super::atom::Meaning| {
            let mut scope = component.methods[meaning.calls.method].parameters.clone();
            for (binding, object) in scope.iter_mut().zip(objects) {
                binding.name = object.unwrap_or_default().to_owned();
            }
            let text = format!("{} {} {}", self.left, self.sign, self.right);
            parse_value(component, &scope, Type::Bool, &text).ok()
        };
        atom.meanings.iter().map(condition).collect()
    }
}
