//! The types that the parts of a printed term have: found bottom-up from the symbols, asked for top-down by the
//! operators.

use rustc_hash::FxHashMap;

use super::{Notation, Vocabulary};
use crate::term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

/// The type that a part has by itself, given the types of its symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Signed,
    Unsigned,
    /// The named type at this place of the table.
    Named(usize),
    /// A number, or a choice between numbers: takes any type that has all of them.
    Numbers {
        largest: u64,
    },
    /// Signed or unsigned, as wanted: conversions, and arithmetic on numbers.
    Integer,
}

/// The type that a part must have at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Bool,
    Signed,
    Unsigned,
    /// The named type at this place of the table.
    Named(usize),
}

impl Wanted {
    /// The type's name in the text, which is also the name of the conversion to it.
    pub(super) fn type_name(self, width: u32) -> String {
        match self {
            Wanted::Signed => format!("i{width}"),
            Wanted::Bool | Wanted::Unsigned | Wanted::Named(_) => format!("u{width}"),
        }
    }
}

impl Kind {
    /// The type to print with where nothing else is wanted.
    pub(super) fn settled(self) -> Wanted {
        match self {
            Kind::Bool => Wanted::Bool,
            Kind::Unsigned => Wanted::Unsigned,
            Kind::Named(names) => Wanted::Named(names),
            Kind::Signed | Kind::Numbers { .. } | Kind::Integer => Wanted::Signed,
        }
    }

    /// The type under an arithmetic operator, which named types do not take part in.
    pub(super) fn as_number(self) -> Kind {
        match self {
            Kind::Named(_) => Kind::Unsigned,
            Kind::Numbers { .. } => Kind::Integer,
            _ => self,
        }
    }

    /// How a part of this type becomes one of the wanted type: the type to print it with, and the conversion around it.
    pub(super) fn conversion(self, wanted: Wanted) -> Option<(Wanted, Wanted)> {
        match (self, wanted) {
            (Kind::Bool | Kind::Integer | Kind::Numbers { .. }, _) => None,
            _ if self.settled() == wanted => None,
            // A named value is an unsigned number first.
            (Kind::Named(_), Wanted::Signed) => Some((Wanted::Unsigned, Wanted::Signed)),
            _ => Some((self.settled(), wanted)),
        }
    }

    /// The type that both parts can be printed with.
    pub(super) fn common(self, other: Kind, types: &Types) -> Kind {
        match (self, other) {
            _ if self == other => self,
            (Kind::Numbers { largest: a }, Kind::Numbers { largest: b }) => Kind::Numbers { largest: a.max(b) },
            (Kind::Numbers { largest }, Kind::Named(names)) | (Kind::Named(names), Kind::Numbers { largest }) => {
                types.named_if_all(names, largest)
            }
            (Kind::Numbers { .. } | Kind::Integer, kind) | (kind, Kind::Numbers { .. } | Kind::Integer) => {
                kind.as_number()
            }
            (Kind::Signed, _) | (_, Kind::Signed) => Kind::Signed,
            _ => Kind::Unsigned,
        }
    }
}

/// The kinds of all parts of a term, and the named types that occur.
pub(super) struct Types<'a> {
    kinds: FxHashMap<Term, Kind>,
    named: Vec<&'a [String]>,
}

impl<'a> Types<'a> {
    pub(super) fn infer(pool: &TermPool, vocabulary: &'a dyn Vocabulary, term: Term) -> Self {
        let mut types = Types { kinds: FxHashMap::default(), named: Vec::new() };
        for part in pool.reachable(&[term]) {
            let kind = types.kind_of_node(pool, vocabulary, part);
            types.kinds.insert(part, kind);
        }
        types
    }

    pub(super) fn kind(&self, term: Term) -> Kind {
        self.kinds[&term]
    }

    /// The name of a value of a named type.
    pub(super) fn value_name(&self, names: usize, value: u64) -> String {
        let place = usize::try_from(value).ok();
        let name = place.and_then(|place| self.named[names].get(place));
        name.map_or_else(|| value.to_string(), String::clone)
    }

    fn named_if_all(&self, names: usize, largest: u64) -> Kind {
        match (self.named[names].len() as u64) > largest {
            true => Kind::Named(names),
            false => Kind::Unsigned,
        }
    }

    pub(super) fn kind_of_notation(&mut self, notation: Notation<'a>) -> Kind {
        let Notation::Named(names) = notation else {
            return if notation == Notation::Signed { Kind::Signed } else { Kind::Unsigned };
        };
        let known = self.named.iter().position(|&other| other == names);
        Kind::Named(known.unwrap_or_else(|| {
            self.named.push(names);
            self.named.len() - 1
        }))
    }

    fn kind_of_node(&mut self, pool: &TermPool, vocabulary: &'a dyn Vocabulary, term: Term) -> Kind {
        if pool.sort(term) == Sort::Bool {
            return Kind::Bool;
        }
        match pool.node(term) {
            Node::Bool(_) => Kind::Bool,
            Node::Bits { value, .. } => Kind::Numbers { largest: value },
            Node::Symbol(symbol) => self.kind_of_notation(vocabulary.notation(symbol)),
            Node::Unary(op, a) => self.kind_of_unary(op, a, pool.sort(term) == pool.sort(a)),
            Node::Binary(op, a, b) => self.kind_of_binary(op, a, b),
            Node::Ite(_, a, b) => self.kind(a).common(self.kind(b), self),
        }
    }

    fn kind_of_unary(&self, op: UnaryOp, a: Term, keeps_width: bool) -> Kind {
        match op {
            UnaryOp::Not => Kind::Bool,
            UnaryOp::BitNot | UnaryOp::Negate => self.kind(a).as_number(),
            UnaryOp::Extract { low, .. } if low > 0 => Kind::Unsigned,
            _ if keeps_width => self.kind(a),
            UnaryOp::Extract { .. } | UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_) => Kind::Integer,
        }
    }

    fn kind_of_binary(&self, op: BinaryOp, a: Term, b: Term) -> Kind {
        use BinaryOp::*;
        match op {
            SignedDiv | SignedRem | ShiftRightArithmetic => Kind::Signed,
            UnsignedDiv | UnsignedRem => Kind::Unsigned,
            _ => self.kind(a).as_number().common(self.kind(b).as_number(), self),
        }
    }
}
