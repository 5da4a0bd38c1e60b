//! Interfaces over several objects: which of its calls is made on which object, which objects calls make, and which
//! states others can bring the objects into.
//!
//! A role is taken once: of the objects that a client makes for it, one is followed, an arbitrary one, and all the
//! others are *another*. So each pair of a main object and one beside it is looked at.

use std::cell::RefCell;
use std::collections::BTreeSet;

use etiquette_automata::{Alphabet, CallId, EventId, Interface, StateId};
use etiquette_component::{ANOTHER, Meaning, Role};
use rustc_hash::FxHashMap;

use crate::guard::Argument;
use crate::parts::{Part, Parts};
use crate::state::Known;

/// What a call of the interface means.
#[derive(Clone, Debug)]
struct Call {
    /// The object that it is called on; none where a client makes one.
    on: Option<Part>,
    /// The object that it makes.
    makes: Option<Part>,
    /// Its plain name: `next`, `new Foo`.
    method: String,
}

/// The roles of an interface, and what its calls mean beside them.
#[derive(Debug, Default)]
pub struct Roles {
    roles: Vec<Role>,
    calls: Vec<Call>,
    reached: RefCell<FxHashMap<Parts, Vec<StateId>>>,
}

impl Roles {
    /// What the calls of an alphabet mean beside roles.
    pub fn new(alphabet: &Alphabet, roles: Vec<Role>) -> Roles {
        let calls = alphabet.calls().iter();
        let calls = calls.map(|call| {
            let meaning = Meaning::of(&roles, &call.method, call.constructor);
            let part = |part: etiquette_component::Part| part_of(&roles, part);
            let method = meaning.method.split('(').next().unwrap_or_default().to_owned();
            Call { on: meaning.on.map(part), makes: meaning.makes.map(part), method }
        });
        Roles { calls: calls.collect(), roles, reached: RefCell::default() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.roles.is_empty()
    }

    /// The types of the objects in roles, as internal names.
    pub fn types(&self) -> impl Iterator<Item = String> {
        self.roles.iter().map(|role| role.ty.replace('.', "/"))
    }

    /// The names of the roles.
    pub fn names(&self) -> Vec<String> {
        self.roles.iter().map(|role| role.name.clone()).collect()
    }

    /// The object that a call is made on; none where a client makes one.
    pub fn on(&self, call: CallId) -> Option<Part> {
        self.calls[call.index()].on
    }

    /// The object that a call makes.
    pub fn makes(&self, call: CallId) -> Option<Part> {
        self.calls[call.index()].makes
    }

    /// The plain name of a call's method.
    pub fn method(&self, call: CallId) -> &str {
        &self.calls[call.index()].method
    }

    /// The roles whose objects clients make themselves, with the types of these, as internal names.
    pub fn made_by_clients(&self) -> impl Iterator<Item = (usize, String)> {
        let is_made = |position: &usize| self.roles[*position].made_by.iter().any(|maker| maker.starts_with("new "));
        self.types().enumerate().filter(move |(position, _)| is_made(position))
    }

    /// The role that some call makes an object for.
    pub fn role_made(&self, calls: &[CallId]) -> Option<usize> {
        calls.iter().find_map(|call| match self.makes(*call)? {
            Part::Role(role) | Part::Another(role) => Some(role),
            Part::Main => None,
        })
    }

    /// Whether it matters here that a call is forbidden: what happens to another object is that one's affair.
    pub fn is_judged(&self, call: CallId) -> bool {
        let is_another = |part: Option<Part>| matches!(part, Some(Part::Another(_)));
        !is_another(self.on(call)) && !is_another(self.makes(call))
    }

    /// A method as it is written of a part.
    pub fn written(&self, part: Part, method: &str) -> String {
        match part {
            Part::Main => method.to_owned(),
            Part::Role(role) => format!("{}.{method}", self.roles[role].name),
            Part::Another(role) => format!("{ANOTHER} {}.{method}", self.roles[role].name),
        }
    }

    /// What guards call an argument that is a reference.
    pub fn argument(&self, known: &Known) -> Argument {
        match known {
            Known::Followed => Argument::Itself,
            Known::InRole(role) => Argument::Named(self.roles[*role].name.as_str().into()),
            Known::Any { .. } => Argument::AnotherOrNull,
            Known::Perhaps | Known::PerhapsInRole(_) | Known::View => Argument::Unknown,
            _ => Argument::Named(ANOTHER.into()),
        }
    }

    /// Whether a call may be made by those who have these objects: nobody but the one who is followed fills a role.
    pub fn may_make(&self, call: CallId, having: Parts) -> bool {
        let Call { on, makes, .. } = &self.calls[call.index()];
        self.is_empty() || !matches!(makes, Some(Part::Role(_))) && on.is_none_or(|part| having.has(part))
    }

    /// These objects, and those that who has them can make.
    pub fn with_made(&self, having: Parts) -> Parts {
        let are_made = |role: &usize| {
            having.has(Part::Main)
                || self
                    .calls
                    .iter()
                    .any(|call| call.makes == Some(Part::Role(*role)) && call.on.is_some_and(|on| having.has(on)))
        };
        having.or((0..self.roles.len()).filter(are_made).map(Part::Another).collect())
    }

    /// The states that can be reached from the first ones by filling exactly these roles.
    pub fn reached(&self, interface: &Interface, first: &[StateId], filled: Parts) -> Vec<StateId> {
        if let Some(known) = self.reached.borrow().get(&filled) {
            return known.clone();
        }
        let found = self.search(interface, first, filled);
        self.reached.borrow_mut().insert(filled, found.clone());
        found
    }

    fn search(&self, interface: &Interface, first: &[StateId], filled: Parts) -> Vec<StateId> {
        let mut waiting: Vec<(Parts, StateId)> = first.iter().map(|state| (Parts::NONE, *state)).collect();
        let mut seen: BTreeSet<(Parts, StateId)> = BTreeSet::new();
        while let Some((before, state)) = waiting.pop() {
            if seen.insert((before, state)) {
                let next = self.successors(interface, (before, state));
                waiting.extend(next.filter(|(after, _)| after.and(filled) == *after));
            }
        }
        seen.into_iter().filter(|(at, _)| *at == filled).map(|(_, state)| state).collect()
    }

    /// The states after one event, with the roles that are filled then.
    fn successors(
        &self,
        interface: &Interface,
        (before, state): (Parts, StateId),
    ) -> impl Iterator<Item = (Parts, StateId)> {
        let alphabet = interface.alphabet();
        let events = (0..alphabet.event_count()).map(EventId::from_index);
        events.filter_map(move |event| {
            let made = self.makes(alphabet.call_of(event)).filter(|part| matches!(part, Part::Role(_)));
            Some((before.or(made.into_iter().collect()), interface.leads_to(state, event)?))
        })
    }
}

fn part_of(roles: &[Role], part: etiquette_component::Part) -> Part {
    let position = |name: &str| roles.iter().position(|role| role.name == name).unwrap_or_default();
    match part {
        etiquette_component::Part::Main => Part::Main,
        etiquette_component::Part::Role(name) => Part::Role(position(name)),
        etiquette_component::Part::Another(name) => Part::Another(position(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_automata::{Call as Written, Interface};

    /// A list and its iterator: `new List`, `add`, `iterator`, `it.next`, `another it.remove`.
    fn list() -> (Interface, Roles) {
        let new = Written { constructor: true, ..Written::simple("new List") };
        let others = ["add", "iterator", "it.next", "another it.remove"].map(Written::simple);
        let mut interface = Interface::new(Alphabet::new([vec![new], others.to_vec()].concat()));
        let (made, fresh, stale) = (interface.add_state(), interface.add_state(), interface.add_state());
        let start = interface.initial();
        for (from, call, to) in
            [(start, 0, made), (made, 1, made), (made, 2, fresh), (fresh, 1, stale), (stale, 2, fresh)]
        {
            let event = interface.alphabet().event(CallId(call), 0);
            interface.connect(from, event, to);
        }
        let role = Role { name: "it".into(), ty: "java.util.Iterator".into(), made_by: vec!["iterator".into()] };
        let roles = Roles::new(interface.alphabet(), vec![role]);
        (interface, roles)
    }

    #[test]
    fn who_has_the_list_makes_others_and_fills_no_role() {
        let (_, roles) = list();
        let having = roles.with_made(Parts::MAIN);
        let may_make = [1, 2, 3, 4].map(|call| roles.may_make(CallId(call), having));
        assert_eq!(may_make, [true, false, false, true]);
        assert_eq!(roles.with_made(Part::Role(0).into()), Part::Role(0).into());
        assert!(!roles.is_judged(CallId(4)) && roles.is_judged(CallId(3)));
    }

    #[test]
    fn states_are_told_by_the_roles_that_are_filled() {
        let (interface, roles) = list();
        let made = [StateId(1)];
        assert_eq!(roles.reached(&interface, &made, Parts::NONE), [StateId(1)]);
        assert_eq!(roles.reached(&interface, &made, Part::Role(0).into()), [StateId(2), StateId(3)]);
    }
}
