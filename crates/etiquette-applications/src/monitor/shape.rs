//! What a monitor has to know of a Java class beside its interface: types of results, declared exceptions, what can be
//! overridden.

use std::collections::BTreeMap;

/// A class as its sources would declare it. Types are written as in a source, with packages and without type
/// parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The name of the type by which objects are held: the class itself, or a public interface if the class can't be
    /// named.
    pub ty: String,
    /// Whether that is an interface that stands for a class which can't be named.
    pub is_interface: bool,
    /// The package that the monitor belongs to.
    pub package: Option<String>,
    /// Why there can be no subclass, if that is so.
    pub not_extended: Option<String>,
    /// Its constructors.
    pub constructors: Vec<Member>,
    /// Its methods, inherited ones too, those of `Object` aside; of an interface, all that it has.
    pub methods: Vec<Member>,
    /// The constants of enums that are types of parameters or results.
    pub enums: BTreeMap<String, Vec<String>>,
    /// The class of objects that play a role beside one of this class, where there is a role.
    pub beside: Option<Box<Shape>>,
}

/// A method or constructor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Member {
    /// Its name; empty for a constructor.
    pub name: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
    /// The type of its result, `void` if it has none.
    pub result: String,
    /// The exceptions that it declares.
    pub exceptions: Vec<String>,
    /// How visible it is: `public`, `protected`, or nothing for the package.
    pub visibility: String,
    /// Whether it can't be overridden.
    pub is_final: bool,
}

impl Shape {
    /// The package in which code can name what the package of a class can; `None` if the class has no package, or one
    /// that takes no new classes.
    pub fn package_of(class: &str) -> Option<&str> {
        crate::diff::witness::package_of(class)
    }

    /// Whether a source can write the name of a class.
    pub fn can_be_written(class: &str) -> bool {
        crate::diff::witness::is_source_name(class)
    }
}
