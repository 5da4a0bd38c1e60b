//! Methods as people write them: `add`, `add(int, Object)`, `Foo.add`, and `()` or `(int)` for constructors.
//!
//! Types may be written with or without their package. A method that is written without parentheses means all methods
//! of that name.

use std::fmt;
use std::str::FromStr;

use crate::class::Method;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

/// The name by which people call constructors.
const NEW: &str = "new";

/// A method as a person writes it: a name, and parameter types where these matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The name; `new` for constructors.
    pub name: String,
    /// The types of the parameters; `None`: whatever they are.
    pub parameters: Option<Vec<String>>,
}

impl Signature {
    /// Reads a signature. Whatever is written is one; there may be no such method.
    pub fn read(written: &str) -> Signature {
        let written = written.trim();
        let Some((name, rest)) = written.split_once('(') else {
            return Signature { name: written.to_owned(), parameters: None };
        };
        let list = rest.trim_end().strip_suffix(')').unwrap_or(rest);
        let types = list.split(',').map(|ty| ty.split_whitespace().collect::<String>());
        let parameters = types.filter(|ty| !ty.is_empty()).collect();
        Signature { name: name.trim().to_owned(), parameters: Some(parameters) }
    }

    /// A constructor with the parameters of a signature.
    pub fn read_constructor(written: &str) -> Signature {
        let written = written.trim();
        let list = if written.contains('(') { written.to_owned() } else { format!("({written})") };
        Signature { name: NEW.to_owned(), ..Signature::read(&list) }
    }

    /// Whether it means this method.
    pub fn means(&self, method: &Method) -> bool {
        self.means_member(&method.name, &method.descriptor)
    }

    /// Whether it means a method with this name and descriptor.
    pub(super) fn means_member(&self, name: &str, descriptor: &str) -> bool {
        let name = if name == "<init>" { NEW } else { name };
        self.name == name && self.parameters.as_ref().is_none_or(|types| has_types(descriptor, types))
    }
}

fn has_types(descriptor: &str, written: &[String]) -> bool {
    let Ok(descriptor) = MethodDescriptor::from_str(descriptor) else { return false };
    let pairs = || descriptor.parameters.iter().zip(written);
    descriptor.parameters.len() == written.len() && pairs().all(|(ty, written)| is_type(ty, written))
}

/// Whether a type is meant by what was written; packages and outer classes may be left out, and a varargs parameter is
/// an array.
fn is_type(ty: &TypeDescriptor, written: &str) -> bool {
    let written = written.replace("...", "[]").replace('$', ".");
    let full = ty.to_string().replace('$', ".");
    full == written || full.strip_suffix(&written).is_some_and(|before| before.ends_with('.'))
}

/// The parameter types of a method without packages: `int, Object`.
pub(super) fn simple_types(method: &Method) -> String {
    let Ok(descriptor) = MethodDescriptor::from_str(&method.descriptor) else { return method.descriptor.clone() };
    let simple = |name: String| name.rsplit('.').next().map(str::to_owned).unwrap_or(name);
    let types: Vec<String> = descriptor.parameters.iter().map(|ty| simple(ty.to_string())).collect();
    types.join(", ")
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.parameters {
            Some(types) => write!(f, "({})", types.join(", ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Access;

    fn method(name: &str, descriptor: &str) -> Method {
        let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
        Method {
            name,
            descriptor,
            access: Access::default(),
            exceptions: Vec::new(),
            code: None,
            parameter_names: Vec::new(),
        }
    }

    #[test]
    fn types_may_lack_their_package() {
        let add = method("add", "(ILjava/lang/Object;[Ljava/util/Map$Entry;)V");
        for written in ["add", "add(int, Object, Entry[])", "add( int,java.lang.Object , java.util.Map.Entry[] )"] {
            assert!(Signature::read(written).means(&add), "{written}");
        }
        for written in ["ad", "add()", "add(int)", "add(long, Object, Entry[])", "add(int, bject, Entry[])"] {
            assert!(!Signature::read(written).means(&add), "{written}");
        }
    }

    #[test]
    fn constructors_are_written_by_their_parameters() {
        let make = method("<init>", "(I)V");
        assert!(Signature::read_constructor("(int)").means(&make) && Signature::read_constructor("int").means(&make));
        assert!(Signature::read("new(int)").means(&make) && Signature::read("new").means(&make));
        assert!(!Signature::read_constructor("()").means(&make) && !Signature::read_constructor("").means(&make));
    }
}
