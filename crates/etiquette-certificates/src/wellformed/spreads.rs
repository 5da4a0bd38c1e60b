//! Whether spreads fit: one for a state at most, an order for each variable, and each event that leads to the state
//! exactly once.

use std::collections::BTreeSet;

use etiquette_component::Type;
use etiquette_logic::{Sort, Term};

use super::regions::Step;
use super::{Rule, Rules, require};
use crate::certificate::{Order, Return, Spread};
use crate::scope::Seen;

impl Rules<'_> {
    pub(super) fn spreads(&self) -> Rule {
        let mut seen = BTreeSet::new();
        for spread in &self.certificate.spreads {
            let place = || format!("the spread of state {}", spread.state.0);
            self.known_state(spread.state, place)?;
            require(seen.insert(spread.state), place, || "there are two".into())?;
            self.term(spread.within, Sort::Bool, Seen::State, place)?;
            self.orders(&spread.orders, &place)?;
            self.returns(spread)?;
        }
        Ok(())
    }

    /// A state in terms of another one: a value of its sort for each variable.
    pub(super) fn witness(&self, values: &[Term], place: &impl Fn() -> String) -> Rule {
        self.one_each(values.len(), place)?;
        let mut values = self.component.variables.iter().zip(values);
        values.try_for_each(|(variable, value)| {
            self.term(*value, self.component.sort(variable.binding.ty), Seen::State, place)
        })
    }

    fn one_each(&self, found: usize, place: &impl Fn() -> String) -> Rule {
        let wanted = self.component.variables.len();
        require(found == wanted, place, || format!("there are {found} for {wanted} variables"))
    }

    fn orders(&self, orders: &[Order], place: &impl Fn() -> String) -> Rule {
        self.one_each(orders.len(), place)?;
        self.component.variables.iter().zip(orders).try_for_each(|(variable, order)| {
            let compares = matches!(order, Order::AtMost | Order::AtLeast);
            let fits = !compares || matches!(variable.binding.ty, Type::Int { .. });
            require(fits, place, || format!("the values of `{}` have no order", variable.binding.name))
        })
    }

    fn returns(&self, spread: &Spread) -> Rule {
        let step = |event: &Return| (event.from, event.call, event.outcome);
        let named = |(from, call, outcome): Step| {
            format!(
                "the way to the spread of state {} from state {} by {}, outcome {outcome}",
                spread.state.0,
                from.0,
                self.any_call(call)
            )
        };
        for event in &spread.returns {
            let place = || named(step(event));
            self.step_to(spread.state, step(event), &event.choices, &place)?;
            self.one_each(event.before.len(), &place)?;
            for (variable, before) in self.component.variables.iter().zip(&event.before) {
                let sort = self.component.sort(variable.binding.ty);
                before.map_or(Ok(()), |before| self.term(before, sort, Seen::State, place))?;
            }
        }
        self.each_once(spread.state, spread.returns.iter().map(step), named)
    }
}
