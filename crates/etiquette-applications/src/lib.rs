//! Interfaces put to work: what can be done with one beside working it out.
//!
//! One folder for each job. Nothing here opens files or prints; everything returns values that the command line, or
//! another program, can show.

mod agreements;
pub mod arena;
pub mod classes;
pub mod compare;
pub mod concrete;
pub mod diff;
mod exceptions;
pub mod experience;
pub mod explain;
pub mod guards;
pub mod monitor;
pub mod place;
pub mod reading;
mod small;
pub mod tied;
pub mod tied_registers;
pub mod unfold;
pub mod verify;
