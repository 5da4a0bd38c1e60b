//! Components of several objects: a main one, and others that play a role beside it.
//!
//! What a method does, and on which object, is in its name, which is what people read and write: `add` and `new ArrayList`
//! are of the main object, `it.next` of the one in the role `it`, `another it.next` of an object that could play the role
//! and does not. A method that brings an object into a role is in [`Role::made_by`]: `iterator`, `new sink`. The same
//! method makes an object that does not play it: `another iterator`, `another new sink`.

/// What stands before the names of methods of objects that play no role, and what such an object is called in guards.
pub const ANOTHER: &str = "another";

/// What the main object is called in guards.
pub const ITSELF: &str = "this";

/// What the object in one of its fields is called in guards: `this.owner`.
pub fn object_in_field(field: &str) -> String {
    format!("{ITSELF}.{field}")
}

/// The field whose object a guard calls so.
pub fn field_of_object(value: &str) -> Option<&str> {
    value.strip_prefix(ITSELF)?.strip_prefix('.')
}

/// The error of a call on an object that is not there.
pub const NO_SUCH_OBJECT: &str = "no such object";

/// A part that an object plays beside the main one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Role {
    /// What the object is called in events: `it` in `it.next`.
    pub name: String,
    /// The type that clients know it by, in the source's syntax.
    pub ty: String,
    /// The methods that bring an object into the role: what they return, or make, plays it from then on.
    pub made_by: Vec<String>,
}

/// One of several objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part<'a> {
    /// The main one.
    Main,
    /// The one in this role.
    Role(&'a str),
    /// One that could play this role and does not.
    Another(&'a str),
}

/// What a method means in a component of several objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning<'a> {
    /// The object that it is called on; none where a client makes one.
    pub on: Option<Part<'a>>,
    /// The object that it makes, or brings into its role.
    pub makes: Option<Part<'a>>,
    /// Its own name, without the object, but with the types that tell overloads apart: `next`, `new Foo`, `add(int)`.
    pub method: &'a str,
}

impl<'a> Meaning<'a> {
    /// What a method of this name means, beside these roles.
    pub fn of(roles: &'a [Role], method: &'a str, is_constructor: bool) -> Self {
        if is_constructor {
            return Meaning { on: None, makes: Some(Part::Main), method };
        }
        let of_another = method.strip_prefix(ANOTHER).and_then(|rest| rest.strip_prefix(' '));
        let named = of_another.unwrap_or(method);
        let made = roles.iter().find(|role| role.made_by.iter().any(|maker| maker == named));
        let part = |role: &'a Role, is_another: bool| match is_another {
            true => Part::Another(&role.name),
            false => Part::Role(&role.name),
        };
        let makes = made.map(|role| part(role, of_another.is_some()));
        if named.starts_with("new ") {
            return Meaning { on: None, makes, method: named };
        }
        let on = roles.iter().find_map(|role| Some((role, named.strip_prefix(&role.name)?.strip_prefix('.')?)));
        match on {
            // What makes another object is called on the one that would make it for the role.
            Some((role, method)) => {
                Meaning { on: Some(part(role, of_another.is_some() && made.is_none())), makes, method }
            }
            None => Meaning { on: Some(Part::Main), makes, method: named },
        }
    }

    /// How files name the object that it is called on, where that is not the main one: `it`, `another it`.
    pub fn receiver(&self) -> Option<String> {
        match self.on? {
            Part::Main => None,
            Part::Role(name) => Some(name.to_owned()),
            Part::Another(name) => Some(format!("{ANOTHER} {name}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, Part, Role};

    #[test]
    fn names_say_which_object_is_meant() {
        let role = |name: &str, made_by: &[&str]| Role {
            name: name.into(),
            ty: "T".into(),
            made_by: made_by.iter().map(|maker| (*maker).to_owned()).collect(),
        };
        let roles = [role("keys", &["keySet"]), role("it", &["keys.iterator"]), role("sink", &["new sink(Foo)"])];
        let check = |name: &str, on: Option<Part>, makes: Option<Part>, method: &str| {
            let meaning = Meaning::of(&roles, name, name == "new Foo");
            assert_eq!((meaning.on, meaning.makes, meaning.method), (on, makes, method), "{name}");
        };
        check("new Foo", None, Some(Part::Main), "new Foo");
        check("put(Object, Object)", Some(Part::Main), None, "put(Object, Object)");
        check("keySet", Some(Part::Main), Some(Part::Role("keys")), "keySet");
        check("another keySet", Some(Part::Main), Some(Part::Another("keys")), "keySet");
        check("keys.iterator", Some(Part::Role("keys")), Some(Part::Role("it")), "iterator");
        check("another keys.iterator", Some(Part::Role("keys")), Some(Part::Another("it")), "iterator");
        check("it.next", Some(Part::Role("it")), None, "next");
        check("another it.next", Some(Part::Another("it")), None, "next");
        check("new sink(Foo)", None, Some(Part::Role("sink")), "new sink(Foo)");
        check("another new sink(Foo)", None, Some(Part::Another("sink")), "new sink(Foo)");
    }
}
