//! Roles as people write them: `it=iterator()` for what a method returned last, `sink=new java.io.PipedReader()` for an
//! object that the client made last.

use etiquette_component::{ANOTHER, ITSELF};

use crate::lower::Signature;

/// A part that an object plays beside the main one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Role {
    /// What it is called in events: `it` in `it.next`.
    pub name: String,
    /// How a client comes by the object.
    pub origin: Origin,
}

/// How a client comes by the object that plays a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A method returned it, of the main object or of the one in another role.
    Returned {
        /// The other role; `None`: the main object.
        of: Option<String>,
        /// The method.
        method: Signature,
    },
    /// The client made it.
    Made {
        /// Its class, as it was written.
        class: String,
        /// The constructor.
        constructor: Signature,
    },
}

/// Names that mean something else in events.
const TAKEN: [&str; 4] = [ITSELF, ANOTHER, "new", "null"];

impl Role {
    /// Reads a role.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(written: &str) -> Result<Role, String> {
        let Some((name, origin)) = written.split_once('=') else {
            return Err(format!("`{written}` gives the object no name"));
        };
        let (name, origin) = (name.trim(), origin.trim());
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("`{name}` is no name for a role"));
        }
        if TAKEN.contains(&name) {
            return Err(format!("`{name}` means something else in events"));
        }
        Ok(Role { name: name.to_owned(), origin: Origin::read(origin)? })
    }
}

impl Origin {
    fn read(written: &str) -> Result<Origin, String> {
        let (path, types) = written.split_at(written.find('(').unwrap_or(written.len()));
        if let Some(class) = path.strip_prefix("new ") {
            let constructor = Signature::read(&format!("new{}", any_types(types)));
            return Ok(Origin::Made { class: class.trim().to_owned(), constructor });
        }
        let (of, name) = match path.rsplit_once('.') {
            Some((of, name)) => (Some(of.trim().to_owned()), name),
            None => (None, path),
        };
        if name.trim().is_empty() {
            return Err(format!("`{written}` names no method"));
        }
        Ok(Origin::Returned { of, method: Signature::read(&format!("{name}{}", any_types(types))) })
    }
}

/// The parameter types that were written; `(..)` means any.
fn any_types(written: &str) -> &str {
    if written.trim() == "(..)" { "" } else { written }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read() {
        let returned = |of: Option<&str>, method: &str| Origin::Returned {
            of: of.map(ToOwned::to_owned),
            method: Signature::read(method),
        };
        let read = |written: &str| Role::read(written).map(|role| (role.name, role.origin));
        assert_eq!(read("it=iterator()"), Ok(("it".into(), returned(None, "iterator()"))));
        assert_eq!(read(" it = keys.iterator(..)"), Ok(("it".into(), returned(Some("keys"), "iterator"))));
        let made = Origin::Made { class: "a.Reader".into(), constructor: Signature::read("new(int)") };
        assert_eq!(read("sink=new a.Reader(int)"), Ok(("sink".into(), made)));
        for wrong in ["iterator()", "=iterator()", "1=iterator()", "this=iterator()", "it=", "a b=iterator()"] {
            assert!(Role::read(wrong).is_err(), "{wrong}");
        }
    }
}
