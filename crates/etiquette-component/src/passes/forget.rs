//! Forgets numbers from call to call, or all of them but their signs, as a choice of the model.
//!
//! What a variable is when a method is called is then left open, so the component is one of the family that the result
//! stands for (docs/decisions/0017-three-verdicts.md). Signs are enough for many classes: a stack is empty or not, an
//! index is valid or -1. A constructor knows what its variables are at first.

use etiquette_logic::{Symbol, Term, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use super::forget_loops::forget_loops;
use super::hide::{
    forget_initial_conditions, insert_at_entry, insert_at_returns, new_local, rename, used_in, written_in,
};
use crate::component::{Action, Binding, Component, Enumeration, Gap, Location, Owner, Type, Variable};

/// The variables that are forgotten, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forgotten {
    /// Nothing of these is kept.
    pub wholly: Vec<String>,
    /// Of these, whether they are negative, zero or positive is kept.
    pub but_signs: Vec<String>,
    /// Whether what loops do is forgotten, too.
    pub loops: bool,
}

/// The values of a sign, in order.
const SIGNS: [&str; 3] = ["negative", "zero", "positive"];

/// The name of the variable that holds the sign of a number.
pub(crate) fn sign_name(number: &str) -> String {
    format!("sign({number})")
}

/// The number that a variable holds the sign of, where it does.
pub(crate) fn signed_number<'a>(component: &Component, variable: &'a Binding) -> Option<&'a str> {
    let is_sign = matches!(variable.ty, Type::Enum(index) if component.enums[index].values == SIGNS);
    variable.name.strip_prefix("sign(")?.strip_suffix(')').filter(|_| is_sign)
}

/// What is left open where a variable is forgotten.
pub fn gap_of_forgotten(name: &str) -> String {
    format!("what exactly `{name}` is when a method is called")
}

/// The component without what is forgotten.
pub fn forget(component: &Component, forgotten: &Forgotten) -> Component {
    let mut made = Forgetting { component: component.clone(), lost: Vec::new() };
    if forgotten.loops {
        forget_loops(&mut made.component);
    }
    made.component.variables.clear();
    for variable in &component.variables {
        let is_in = |names: &[String]| names.contains(&variable.binding.name);
        match variable.binding.ty {
            _ if is_in(&forgotten.wholly) => made.lose(variable, None),
            Type::Int { signed, .. } if is_in(&forgotten.but_signs) => {
                let sign = made.sign(variable, signed);
                made.lose(variable, Some(sign));
            }
            _ => made.component.variables.push(variable.clone()),
        }
    }
    let symbols: FxHashSet<Symbol> = made.lost.iter().map(|lost| lost.binding.symbol).collect();
    forget_initial_conditions(&mut made.component, &symbols);
    (0..component.methods.len()).for_each(|method| made.method(method));
    made.component
}

/// A variable that is forgotten.
#[derive(Clone)]
struct Lost {
    binding: Binding,
    /// The variable that keeps its sign.
    sign: Option<Sign>,
    /// What it is when the object is constructed.
    at_first: Option<u64>,
    owner: Owner,
}

#[derive(Clone, Copy)]
struct Sign {
    symbol: Symbol,
    is_signed: bool,
}

struct Forgetting {
    component: Component,
    lost: Vec<Lost>,
}

impl Forgetting {
    fn lose(&mut self, variable: &Variable, sign: Option<Sign>) {
        let Variable { binding, initial } = variable.clone();
        let gap = Gap { what: Some(gap_of_forgotten(&binding.name)), place: None };
        let owner = self.component.left_open(gap);
        let at_first = initial.filter(|_| self.component.has_constructors());
        self.lost.push(Lost { binding, sign, at_first, owner });
    }

    /// A variable in the place of another one, for its sign.
    fn sign(&mut self, variable: &Variable, is_signed: bool) -> Sign {
        let (name, ty) = (sign_name(&variable.binding.name), self.sign_type());
        let symbol = self.component.terms.new_symbol(name.clone(), self.component.sort(ty));
        let width = self.component.sort(variable.binding.ty).width();
        let is_negative = |value: u64| is_signed && value >> (width - 1) & 1 == 1;
        let of = |value: u64| if is_negative(value) { 0 } else { 1 + u64::from(value & mask(width) != 0) };
        let initial = variable.initial.map(of);
        self.component.variables.push(Variable { binding: Binding { name, ty, symbol }, initial });
        Sign { symbol, is_signed }
    }

    fn sign_type(&mut self) -> Type {
        let enums = &mut self.component.enums;
        let known = enums.iter().position(|known| known.values == SIGNS);
        Type::Enum(known.unwrap_or_else(|| {
            enums.push(Enumeration { name: "sign".into(), values: SIGNS.map(str::to_owned).to_vec() });
            enums.len() - 1
        }))
    }

    fn method(&mut self, index: usize) {
        let method = &self.component.methods[index];
        let (used, written) = (used_in(&self.component, method), written_in(method));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut local_of = FxHashMap::default();
        for lost in self.lost.clone().into_iter().filter(|lost| used.contains(&lost.binding.symbol)) {
            let local = new_local(&mut self.component, index, &lost.binding);
            local_of.insert(lost.binding.symbol, local.symbol);
            before.extend(self.recall(index, &lost, &local));
            if let Some(sign) = lost.sign.filter(|_| written.contains(&lost.binding.symbol)) {
                after.push(self.keep(sign, &local));
            }
        }
        rename(&mut self.component, index, &local_of);
        let always = self.component.terms.bool(true);
        let body = &mut self.component.methods[index].body;
        insert_at_returns(body, &after, always);
        insert_at_entry(body, &before);
    }

    /// What gives the variable a value at the start of a call.
    fn recall(&mut self, method: usize, lost: &Lost, local: &Binding) -> Vec<Action> {
        let Lost { sign, at_first, owner, .. } = lost;
        if let Some(value) = at_first.filter(|_| self.component.methods[method].constructor) {
            let terms = &mut self.component.terms;
            let value = terms.constant(terms.symbol_sort(local.symbol), value);
            return vec![Action::Assign(local.symbol, value, Location::ENTRY)];
        }
        let chosen = Action::Havoc(local.symbol, *owner, Location::ENTRY);
        let fitted = sign.map(|sign| Action::Assign(local.symbol, self.with_sign(sign, local), Location::ENTRY));
        std::iter::once(chosen).chain(fitted).collect()
    }

    /// Any value, made into one of the sign. Every value of the sign is made from itself.
    fn with_sign(&mut self, sign: Sign, local: &Binding) -> Term {
        let width = self.component.sort(local.ty).width();
        let [negative, zero, _] = self.is_sign(sign);
        let terms = &mut self.component.terms;
        let any = terms.symbol(local.symbol);
        let [nothing, one] = [0, 1].map(|value| terms.bits(width, value));
        let top = terms.bits(width, 1 << (width - 1));
        let rest = terms.bits(width, if sign.is_signed { mask(width - 1) } else { mask(width) });
        let below = terms.bit_or(any, top);
        let magnitude = terms.bit_and(any, rest);
        let is_nothing = terms.equal(magnitude, nothing);
        let above = terms.ite(is_nothing, one, magnitude);
        let not_negative = terms.ite(zero, nothing, above);
        if sign.is_signed { terms.ite(negative, below, not_negative) } else { not_negative }
    }

    /// Whether the sign is each of its values.
    fn is_sign(&mut self, sign: Sign) -> [Term; 3] {
        let terms = &mut self.component.terms;
        let (value, sort) = (terms.symbol(sign.symbol), terms.symbol_sort(sign.symbol));
        [0, 1, 2].map(|number| {
            let constant = terms.constant(sort, number);
            terms.equal(value, constant)
        })
    }

    /// What keeps the sign for the next call.
    fn keep(&mut self, sign: Sign, local: &Binding) -> Action {
        let width = self.component.sort(local.ty).width();
        let terms = &mut self.component.terms;
        let sort = terms.symbol_sort(sign.symbol);
        let [negative, zero, positive] = [0, 1, 2].map(|number| terms.constant(sort, number));
        let (value, nothing) = (terms.symbol(local.symbol), terms.bits(width, 0));
        let (is_zero, is_below) = (terms.equal(value, nothing), terms.signed_less(value, nothing));
        let not_negative = terms.ite(is_zero, zero, positive);
        let kept = if sign.is_signed { terms.ite(is_below, negative, not_negative) } else { not_negative };
        Action::Assign(sign.symbol, kept, Location::ENTRY)
    }
}

#[cfg(test)]
mod tests {
    use super::{Forgotten, forget};
    use crate::{Scope, parse, parse_condition};

    #[test]
    fn signs_are_written_and_read_as_comparisons_with_zero() {
        let component = "component c { var last: i32 = -1; method m() { assert last > 0; last = last + 1; } }";
        let component = parse(component, "c").expect("a component");
        let forgotten = Forgotten { but_signs: vec!["last".into()], ..Forgotten::default() };
        let mut kept = forget(&component, &forgotten);
        for text in ["last < 0", "last >= 0", "last == 0", "last != 0", "last > 0", "last <= 0"] {
            let sign = parse_condition(&mut kept, text).expect("its sign is known");
            let (written, exact) = (Scope::new(&kept, None).readable(sign), Scope::new(&kept, None).exact(sign));
            assert_eq!(written, text);
            assert!(exact.contains("`sign(last)`"), "{exact}");
            assert_eq!(parse_condition(&mut kept, &exact), Ok(sign), "{exact}");
        }
        assert!(parse_condition(&mut kept, "last < 1").is_err(), "that is not known");
    }
}
