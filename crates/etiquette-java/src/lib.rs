//! Java class files to components.

pub mod boxes;
pub mod class;
pub mod classpath;
pub mod code;
pub mod descriptor;
pub mod ensemble;
pub mod hierarchy;
pub mod jdk;
mod lower;
mod print;
pub mod read;
pub mod replay;
pub mod stackless;

pub use lower::{
    About, ErrorChoice, Follow, LowerError, Lowered, Note, Request, Signature, Stubs, lower, lower_until, offered,
};
pub use print::{print_class, print_code};
