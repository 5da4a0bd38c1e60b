//! Which variables become registers.

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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "auto" => Registers::Auto,
            "none" => Registers::None,
            names => Registers::Named(named(names)?),
        })
    }
}

/// The names in a list, each once.
fn named(list: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for name in list.split(',').map(str::trim) {
        match name {
            "" => return Err("a name is missing: write `auto`, `none`, or names as in `count,limit`".into()),
            name if names.iter().any(|known| known == name) => {}
            name => names.push(name.to_owned()),
        }
    }
    Ok(names)
}
