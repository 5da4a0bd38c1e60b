//! Guards: conditions on named things (the parameters of a call), parsed once and kept as they were written.
//!
//! Parsing takes the text apart and looks up no names. What a name means, a parameter or a value of an enum, shows only
//! when the guard is put over bindings, and so does whether it is well typed.

use std::fmt;
use std::sync::Arc;

use etiquette_logic::{Symbol, Term};

use crate::component::{Binding, Component, Type};
use crate::diagnostic::Diagnostic;
use crate::syntax::parser::parse_expression;
use crate::syntax::{Expression, ExpressionKind, term_of};

/// A condition, or an expression that is kept in the same way. Two of them are equal if they are written the same.
#[derive(Clone)]
pub struct Guard(Arc<Written>);

struct Written {
    text: String,
    tree: Result<Expression, Diagnostic>,
}

impl Guard {
    /// The guard that always holds: `true`.
    pub fn always() -> Guard {
        "true".into()
    }

    /// Reads a guard.
    ///
    /// ```
    /// use etiquette_component::Guard;
    /// let guard = Guard::parse("0 < p && p < 20 || mode == READ").unwrap();
    /// assert_eq!(guard.names(), ["p", "p", "mode", "READ"]);
    /// assert!(Guard::parse("p is fine").is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, with its place in the text.
    pub fn parse(text: &str) -> Result<Guard, Diagnostic> {
        let guard = Guard::from(text);
        guard.tree().map_err(Clone::clone)?;
        Ok(guard)
    }

    /// Whether it is written as `true`.
    pub fn is_always(&self) -> bool {
        self.text() == "true"
    }

    /// The guard as it was written.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    fn tree(&self) -> Result<&Expression, &Diagnostic> {
        self.0.tree.as_ref()
    }

    /// The guard as a term over these bindings, and the component's state variables where it names none of them.
    ///
    /// # Errors
    /// What is wrong with it, with its place in the text.
    pub fn over(&self, component: &mut Component, scope: &[Binding]) -> Result<Term, Diagnostic> {
        self.value_over(component, scope, Type::Bool)
    }

    /// The same for an expression of another type: what a register is set to.
    ///
    /// # Errors
    /// What is wrong with it, with its place in the text.
    pub fn value_over(&self, component: &mut Component, scope: &[Binding], ty: Type) -> Result<Term, Diagnostic> {
        term_of(component, scope, ty, self.tree().map_err(Clone::clone)?)
    }

    /// Alternatives, each of which asks for all of its parts: `a && b || c` is `[[a, b], [c]]`. What is nested in other
    /// ways is a part as it is. `None` where it can't be read.
    pub fn alternatives(&self) -> Option<Vec<Vec<&Expression>>> {
        if self.is_always() {
            return Some(vec![Vec::new()]);
        }
        let alternatives = self.tree().ok()?.joined_by("||").into_iter();
        Some(alternatives.map(|alternative| alternative.joined_by("&&")).collect())
    }

    /// Those of its parts, all of which it asks for, that speak of nothing but these bindings.
    pub fn parts_over(&self, component: &mut Component, scope: &[Binding]) -> Vec<Term> {
        let Some([parts]) = self.alternatives().and_then(|all| <[_; 1]>::try_from(all).ok()) else { return Vec::new() };
        let texts = parts.iter().filter_map(|part| self.text().get(part.span.start..part.span.end));
        let is_known = |symbol: &Symbol| scope.iter().any(|known| known.symbol == *symbol);
        let read = texts.filter_map(|text| Guard::from(text).over(component, scope).ok());
        let read: Vec<Term> = read.collect();
        read.into_iter().filter(|term| component.terms.symbols_of(*term).iter().all(is_known)).collect()
    }

    /// The names in it, in order, as often as they occur: parameters and values of enums.
    pub fn names(&self) -> Vec<&str> {
        self.tree().map(Expression::names).unwrap_or_default()
    }

    /// The methods without parameters that it calls, in order, as often as they occur: observers of the component itself.
    pub fn observers(&self) -> Vec<&str> {
        let mut observers = Vec::new();
        for kind in self.kinds() {
            if let ExpressionKind::Call(method, arguments) = kind
                && arguments.is_empty()
            {
                observers.push(method.text.as_str());
            }
        }
        observers
    }

    /// The numbers in it, in order, as often as they occur, and without their signs.
    pub fn numbers(&self) -> Vec<u64> {
        let number = |kind| if let &ExpressionKind::Number(number) = kind { Some(number) } else { None };
        self.kinds().into_iter().filter_map(number).collect()
    }

    /// What it is made of, in the order of the text; nothing where it can't be read.
    fn kinds(&self) -> Vec<&ExpressionKind> {
        self.tree().map(Expression::kinds).unwrap_or_default()
    }
}

/// What an engine has written. A text that can't be read is kept all the same, and [`Guard::over`] says why it can't.
impl From<String> for Guard {
    fn from(text: String) -> Guard {
        let tree = parse_expression(&text);
        Guard(Arc::new(Written { text, tree }))
    }
}

impl From<&str> for Guard {
    fn from(text: &str) -> Guard {
        text.to_owned().into()
    }
}

impl PartialEq for Guard {
    fn eq(&self, other: &Guard) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Guard {}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use etiquette_logic::evaluate;

    use super::Guard;
    use crate::alphabet::observer_name;
    use crate::component::{Binding, Component, Enumeration, Type};

    #[test]
    fn a_guard_is_taken_apart_at_the_top_only() {
        let parts = |text| Guard::from(text).alternatives().map(|all| all.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(parts("true"), Some(vec![0]));
        assert_eq!(parts("a < 1 && b || (c && d) || e"), Some(vec![2, 2, 1]));
        assert_eq!(parts("(a || b) && c && (d && e)"), Some(vec![3]));
        assert_eq!(parts("a or b"), None);
    }

    #[test]
    fn names_and_numbers_come_in_the_order_of_the_text() {
        let guard = Guard::from("u8(p) + 2 < 3 ? p == null : `\"a b\"` == q");
        assert_eq!(guard.names(), ["p", "p", "null", "\"a b\"", "q"]);
        assert_eq!(guard.numbers(), [2, 3]);
    }

    #[test]
    fn observers_mean_what_they_are_bound_to() {
        let guard = Guard::from("n > 0 && !isFull()");
        assert_eq!((guard.observers(), guard.names()), (vec!["isFull"], vec!["n"]));
        let mut component = Component::new("buffer");
        let mut bound = |name: String, ty| {
            let symbol = component.terms.new_symbol(&name, component.sort(ty));
            Binding { name, ty, symbol }
        };
        let n = bound("n".into(), Type::Int { width: 32, signed: true });
        let observer = bound(observer_name("isFull"), Type::Bool);
        assert!(guard.over(&mut component, std::slice::from_ref(&n)).is_err(), "no method is called in expressions");
        let term = guard.over(&mut component, &[n.clone(), observer.clone()]).expect("both are bound");
        let holds = |count, is_full| {
            let value = |symbol| if symbol == n.symbol { count } else { is_full };
            evaluate(&component.terms, term, value) == 1
        };
        assert_eq!([holds(1, 0), holds(0, 0), holds(1, 1)], [true, false, false]);
    }

    #[test]
    fn null_is_no_instance() {
        let guard = Guard::from("!(key instanceof a.b.Key$Inner) || key == null");
        let mut component = Component::new("signer");
        component.enums.push(Enumeration { name: "Ref".into(), values: vec!["null".into(), "object".into()] });
        let mut bound = |name: &str, ty| {
            let symbol = component.terms.new_symbol(name, component.sort(ty));
            Binding { name: name.into(), ty, symbol }
        };
        let scope = [bound("key", Type::Enum(0)), bound("key instanceof a.b.Key$Inner", Type::Bool)];
        let term = guard.over(&mut component, &scope).expect("both are bound");
        let holds = |key, instance| {
            evaluate(&component.terms, term, |symbol| if symbol == scope[0].symbol { key } else { instance }) == 1
        };
        assert_eq!([holds(0, 0), holds(0, 1), holds(1, 0), holds(1, 1)], [true, true, true, false]);
        assert_eq!(guard.alternatives().map(|all| all.len()), Some(2));
    }

    #[test]
    fn arguments_are_asked() {
        let guard = Guard::from("address == null || !address.isUnresolved() && address.length() > 2");
        assert_eq!(guard.names(), ["address", "null", "address.isUnresolved()", "address.length()"]);
        assert!(guard.observers().is_empty(), "these are observers of the component itself");
        let mut component = Component::new("socket");
        component.enums.push(Enumeration { name: "Ref".into(), values: vec!["null".into(), "object".into()] });
        let mut bound = |name: &str, ty| {
            let symbol = component.terms.new_symbol(name, component.sort(ty));
            Binding { name: name.into(), ty, symbol }
        };
        let int = Type::Int { width: 32, signed: true };
        let scope = [
            bound("address", Type::Enum(0)),
            bound("address.isUnresolved()", Type::Bool),
            bound("address.length()", int),
        ];
        let term = guard.over(&mut component, &scope).expect("all are bound");
        let holds = |values: [u64; 3]| {
            let value = |symbol| {
                scope.iter().zip(values).find(|(known, _)| known.symbol == symbol).map_or(0, |(_, value)| value)
            };
            evaluate(&component.terms, term, value) == 1
        };
        assert_eq!(
            [holds([0, 1, 0]), holds([1, 1, 3]), holds([1, 0, 3]), holds([1, 0, 2])],
            [true, false, true, false]
        );
        assert!(guard.over(&mut component, &scope[..2]).is_err(), "what is not bound means nothing");
    }

    #[test]
    fn long_chains_are_read() {
        let many: Vec<String> = (0..20_000).map(|number| format!("p == {number}")).collect();
        let guard = Guard::from(many.join(" || "));
        assert_eq!(guard.alternatives().map(|all| all.len()), Some(20_000));
        assert_eq!(guard.to_string(), many.join(" || "));
    }
}
