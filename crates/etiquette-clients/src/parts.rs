//! The parts that objects play in an interface over several: the main one, one in each role, and others of its kind.

/// A part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The main object.
    Main,
    /// The object in a role, by position.
    Role(usize),
    /// One that could play a role, and does not.
    Another(usize),
}

/// A set of parts. Past thirty roles, several share a place, which only makes sets larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Parts(u64);

impl Parts {
    /// No part.
    pub const NONE: Parts = Parts(0);

    /// Only the main object.
    pub const MAIN: Parts = Parts(1);

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self == Parts::NONE
    }

    /// Whether a part is in it.
    pub fn has(self, part: Part) -> bool {
        !self.and(part.into()).is_empty()
    }

    /// The parts of both.
    #[must_use]
    pub fn or(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// The parts that are in both.
    #[must_use]
    pub fn and(self, other: Parts) -> Parts {
        Parts(self.0 & other.0)
    }
}

impl From<Part> for Parts {
    fn from(part: Part) -> Parts {
        let place = match part {
            Part::Main => 0,
            Part::Role(role) => 1 + 2 * (role % 31),
            Part::Another(role) => 2 + 2 * (role % 31),
        };
        Parts(1 << place)
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<T: IntoIterator<Item = Part>>(parts: T) -> Parts {
        parts.into_iter().fold(Parts::NONE, |all, part| all.or(part.into()))
    }
}
