//! Which variables become registers.

use std::convert::Infallible;
use std::str::FromStr;

/// Which variables become registers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Registers {
    /// Those that it takes where no finite interface is found soon.
    Auto,
    /// None.
    #[default]
    None,
    /// These.
    Named(Vec<String>),
}

impl FromStr for Registers {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "auto" => Registers::Auto,
            "none" => Registers::None,
            names => Registers::Named(names.split(',').map(|name| name.trim().to_owned()).collect()),
        })
    }
}
