//! Assignments: what a value is, and where objects come from.
//!
//! Objects are born where they are made, or found in fields and arrays, or cast to a type that the protocol is about.
//! Numbers are known as far as loops allow it.

use std::rc::Rc;

use etiquette_java::class::{Element, Kind, Member, Operation};
use etiquette_java::code::{Register, Value};

use crate::analysis::{Relation, constant};
use crate::body::value_reads;
use crate::comparison::Bound;
use crate::frame::{Frame, bit, value_of};
use crate::parts::{Part, Parts};
use crate::state::{Known, Phase, Situation};

/// Numbers beyond this are not counted through: loops would never end.
const MAX_COUNTED: i64 = 16;

/// A value from a field or an array.
struct Loaded {
    known: Known,
    /// Whether its type may hold an object of the protocol.
    related: bool,
    /// Whether what is followed is certainly not there.
    elsewhere: bool,
    /// The roles that an object of its type may be in.
    roles: Rc<[usize]>,
    depends: u64,
}

impl Frame<'_, '_> {
    pub(crate) fn assign(&mut self, offset: u32, to: Register, value: &Value, situation: Situation) {
        match value {
            Value::Copy(from) => self.rearrange(offset, &[(to, *from)], situation),
            Value::New(class) => self.make(offset, usize::from(to.0), class, situation),
            Value::GetField(_, member) | Value::GetStatic(member) => {
                self.load_field(offset, to, value, member, situation);
            }
            Value::ArrayLoad(element, ..) => self.load_element(offset, to, value, *element, situation),
            _ => self.compute(offset, to, value, situation),
        }
    }

    /// Copies between registers, all at once.
    pub(crate) fn rearrange(&mut self, offset: u32, copies: &[(Register, Register)], mut situation: Situation) {
        let values: Vec<(Known, u64)> = copies.iter().map(|(_, from)| value_of(&situation, *from)).collect();
        for ((to, _), (known, depends)) in copies.iter().zip(values) {
            situation.set_copy(usize::from(to.0), known, depends);
        }
        self.go_on(offset, situation);
    }

    fn load_field(&mut self, offset: u32, to: Register, value: &Value, member: &Member, situation: Situation) {
        if matches!(value, Value::GetField(..)) {
            self.may_throw(offset, &situation, None);
        }
        let depends = sources(value, &situation) | bit(&(&member.class, &member.name));
        let constant = self.analysis.enum_constant(&member.class, &member.name, &member.descriptor);
        let related = self.analysis.is_related(&member.descriptor);
        let known = constant.unwrap_or(Known::Any { related, name: Some(offset) });
        let roles = self.analysis.roles_of(&member.descriptor);
        let elsewhere = self.analysis.is_elsewhere_than(Some(member));
        self.load(offset, to, Loaded { known, related, elsewhere, roles, depends }, situation);
    }

    fn load_element(&mut self, offset: u32, to: Register, value: &Value, element: Element, situation: Situation) {
        self.may_throw(offset, &situation, None);
        let depends = sources(value, &situation) | bit(&offset);
        let body = Rc::clone(&self.body);
        let related = element == Element::Reference && self.analysis.may_be_element(&body, offset);
        let (roles, elsewhere) = (Rc::default(), self.analysis.is_elsewhere_than(None));
        self.load(offset, to, Loaded { known: any(offset), related, elsewhere, roles, depends }, situation);
    }

    fn compute(&mut self, offset: u32, to: Register, value: &Value, mut situation: Situation) {
        if may_raise(value) {
            self.may_throw(offset, &situation, None);
        }
        let (known, depends) = (computed(offset, value, &situation), sources(value, &situation));
        let (is_named, not_negative) = (known == any(offset), is_not_negative(value, &situation));
        situation.set(usize::from(to.0), known, depends);
        if is_named && not_negative {
            situation.bound(offset, Bound::NotNegative);
        }
        self.go_on(offset, situation);
    }

    /// A new object: the one that is followed, or another.
    fn make(&mut self, offset: u32, to: usize, class: &str, situation: Situation) {
        if self.is_origin(offset, &situation) {
            let mut born = situation.clone();
            born.facts.phase = Phase::In(self.analysis.protocol.unmade());
            self.forget_strangers(&mut born);
            born.set(to, Known::Followed, 0);
            self.go_on(offset, born);
        }
        let mut other = situation;
        other.set(to, Known::New(class.into(), Some(offset)), 0);
        self.go_on(offset, other);
    }

    fn load(&mut self, offset: u32, to: Register, loaded: Loaded, mut situation: Situation) {
        let to = usize::from(to.0);
        if self.is_origin(offset, &situation) {
            let relation = self.analysis.relation_at(&self.body, offset);
            self.bear_unknown(offset, Some(to), relation, &situation);
        }
        let known = self.perhaps_followed(&loaded, &situation).unwrap_or(loaded.known);
        situation.set(to, known, loaded.depends);
        self.go_on(offset, situation);
    }

    /// What a value that others had may be of what they know.
    fn perhaps_followed(&self, loaded: &Loaded, situation: &Situation) -> Option<Known> {
        if loaded.elsewhere {
            return None;
        }
        if loaded.related && situation.facts.escaped.has(Part::Main) {
            return Some(Known::Perhaps);
        }
        situation.perhaps_in_role(&loaded.roles)
    }

    /// An object from elsewhere, to which others have references.
    fn bear_unknown(&mut self, offset: u32, to: Option<usize>, relation: Relation, before: &Situation) {
        for birth in self.analysis.unknown_birth(relation) {
            let mut born = before.clone();
            born.facts.phase = birth.facts.phase;
            born.facts.object_in_doubt = birth.facts.object_in_doubt;
            born.facts.escaped = Parts::MAIN;
            if let Some(to) = to {
                born.set(to, Known::Followed, 0);
            }
            self.go_on(offset, born);
        }
    }

    pub(crate) fn cast(&mut self, offset: u32, register: Register, class: &str, mut situation: Situation) {
        self.may_throw(offset, &situation, None);
        let relation = self.analysis.class_relation(class);
        let register = usize::from(register.0);
        let known = situation.get(register);
        let is_new = matches!(known, Known::Any { related: false, .. } | Known::Some { related: false, .. });
        let roles = self.analysis.class_roles(class);
        if is_new && relation != Relation::None {
            if self.is_origin(offset, &situation) {
                self.bear_unknown(offset, Some(register), relation, &situation);
            }
            let is_found = situation.facts.escaped.has(Part::Main) && !self.analysis.is_elsewhere_than(None);
            let better = match is_found {
                true => Known::Perhaps,
                false => Known::Any { related: true, name: None },
            };
            situation.refine(register, better);
        } else if let Some(better) = situation.perhaps_in_role(&roles).filter(|_| is_new) {
            situation.refine(register, better);
        }
        self.go_on(offset, situation);
    }
}

/// A value that is made at a place.
fn any(offset: u32) -> Known {
    Known::Any { related: false, name: Some(offset) }
}

/// What a value depends on.
fn sources(value: &Value, situation: &Situation) -> u64 {
    value_reads(value).iter().fold(0, |all, from| all | value_of(situation, *from).1)
}

/// Whether computing the value may raise an exception.
fn may_raise(value: &Value) -> bool {
    matches!(
        value,
        Value::Arithmetic(Operation::Div | Operation::Rem, Kind::Int | Kind::Long, ..)
            | Value::ArrayLength(_)
            | Value::NewArray(..)
    )
}

/// Whether a number that is counted up is not negative: it was not before, and does not overflow.
fn is_not_negative(value: &Value, situation: &Situation) -> bool {
    let Value::Increment(from, by @ 0..=1) = value else { return false };
    match value_of(situation, *from).0 {
        Known::Number(number) => number >= 0 && number + i64::from(*by) <= i64::from(i32::MAX),
        Known::Any { name: Some(name), .. } => {
            situation.is_bound(name, Bound::NotNegative) && (*by == 0 || situation.is_bound(name, Bound::Below))
        }
        _ => false,
    }
}

/// What is known about a value that is no object of the protocol.
fn computed(offset: u32, value: &Value, situation: &Situation) -> Known {
    let number = |from: &Register| match value_of(situation, *from).0 {
        Known::Number(number) => Some(number),
        _ => None,
    };
    let found = match value {
        Value::Constant(value) => return constant(value),
        Value::NewArray(..) => return Known::Some { related: false, name: Some(offset) },
        Value::Increment(from, by) => number(from).map(|number| number + i64::from(*by)),
        // Small numbers are the same in all types.
        Value::Convert(Kind::Int | Kind::Long, _, from) => number(from).filter(|number| *number >= 0),
        _ => None,
    };
    found.filter(|number| number.abs() <= MAX_COUNTED).map_or(any(offset), Known::Number)
}
