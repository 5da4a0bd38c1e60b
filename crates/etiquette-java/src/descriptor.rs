//! Types as class files write them: field descriptors (`[Ljava/lang/Object;`) and method descriptors (`(IJ)V`).
//!
//! Parsed by JVM specification 4.3; a descriptor that is none is an error value. `Display` gives the name in Java
//! source.

use std::fmt;
use std::str::FromStr;

use crate::class::Kind;
use crate::code::Register;

/// The most dimensions that an array type may have.
const MAX_DIMENSIONS: usize = 255;

/// A type of a field, parameter, variable or result.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum TypeDescriptor {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class or interface, by internal name.
    Object(String),
    /// An array, by its element type.
    Array(Box<TypeDescriptor>),
}

impl TypeDescriptor {
    /// The type that a class constant names: an internal name, or the descriptor of an array type.
    pub fn of_class_constant(name: &str) -> Result<TypeDescriptor, DescriptorError> {
        if name.starts_with('[') { name.parse() } else { Ok(TypeDescriptor::Object(name.to_owned())) }
    }

    /// The kind of value that the stack holds for it.
    pub fn kind(&self) -> Kind {
        match self {
            TypeDescriptor::Long => Kind::Long,
            TypeDescriptor::Float => Kind::Float,
            TypeDescriptor::Double => Kind::Double,
            TypeDescriptor::Object(_) | TypeDescriptor::Array(_) => Kind::Reference,
            _ => Kind::Int,
        }
    }

    /// How many local variable slots a value takes.
    pub fn slots(&self) -> u16 {
        if self.kind().is_wide() { 2 } else { 1 }
    }

    /// Whether it is a class, interface or array type.
    pub fn is_reference(&self) -> bool {
        self.kind() == Kind::Reference
    }

    /// The descriptor, as class files write it.
    pub fn descriptor(&self) -> String {
        match self {
            TypeDescriptor::Object(name) => format!("L{name};"),
            TypeDescriptor::Array(element) => format!("[{}", element.descriptor()),
            primitive => primitive_letter(primitive).to_string(),
        }
    }
}

impl FromStr for TypeDescriptor {
    type Err = DescriptorError;

    fn from_str(text: &str) -> Result<Self, DescriptorError> {
        let mut rest = text;
        let parsed = parse_type(&mut rest).ok_or_else(|| DescriptorError::new("type", text))?;
        if rest.is_empty() { Ok(parsed) } else { Err(DescriptorError::new("type", text)) }
    }
}

impl fmt::Display for TypeDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeDescriptor::Object(name) => write!(f, "{}", source_name(name)),
            TypeDescriptor::Array(element) => write!(f, "{element}[]"),
            primitive => write!(f, "{}", primitive_name(primitive)),
        }
    }
}

/// The parameters and the result of a method.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MethodDescriptor {
    /// The types of the parameters, without `this`.
    pub parameters: Vec<TypeDescriptor>,
    /// The type of the result; `None` for `void`.
    pub result: Option<TypeDescriptor>,
}

impl MethodDescriptor {
    /// How many local variable slots the parameters take, without `this`.
    pub fn parameter_slots(&self) -> usize {
        self.parameters.iter().map(|parameter| usize::from(parameter.slots())).sum()
    }

    /// The registers in which a method finds its parameters, behind `this` or not.
    pub fn registers(&self, is_static: bool) -> impl Iterator<Item = Register> {
        self.parameters.iter().scan(u16::from(!is_static), |next, parameter| {
            let register = Register(*next);
            *next = next.saturating_add(parameter.slots());
            Some(register)
        })
    }

    /// The descriptor, as class files write it.
    pub fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(TypeDescriptor::descriptor).collect();
        let result = self.result.as_ref().map_or("V".to_owned(), TypeDescriptor::descriptor);
        format!("({parameters}){result}")
    }
}

impl FromStr for MethodDescriptor {
    type Err = DescriptorError;

    fn from_str(text: &str) -> Result<Self, DescriptorError> {
        parse_method(text).ok_or_else(|| DescriptorError::new("method type", text))
    }
}

/// The parameters as in source: `(int, java.lang.Object[])`.
impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self.parameters.iter().map(TypeDescriptor::to_string).collect();
        write!(f, "({})", parameters.join(", "))
    }
}

/// A text that is no descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescriptorError {
    expected: &'static str,
    text: String,
}

impl DescriptorError {
    fn new(expected: &'static str, text: &str) -> DescriptorError {
        DescriptorError { expected, text: text.to_owned() }
    }
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not the descriptor of a {}", self.text, self.expected)
    }
}

impl std::error::Error for DescriptorError {}

/// The name that people write for a class: `java/util/Map$Entry` as `java.util.Map$Entry`.
pub fn source_name(internal_name: &str) -> String {
    internal_name.replace('/', ".")
}

fn parse_method(text: &str) -> Option<MethodDescriptor> {
    let mut rest = text.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        parameters.push(parse_type(&mut rest)?);
    }
    let result = match &rest[1..] {
        "V" => None,
        result => Some(result.parse().ok()?),
    };
    Some(MethodDescriptor { parameters, result })
}

/// Takes a type off the front of the text.
fn parse_type(rest: &mut &str) -> Option<TypeDescriptor> {
    let element = rest.trim_start_matches('[');
    let dimensions = rest.len() - element.len();
    *rest = element;
    let element = if rest.starts_with('L') { parse_object(rest)? } else { parse_primitive(rest)? };
    let array = |inner, _| TypeDescriptor::Array(Box::new(inner));
    (dimensions <= MAX_DIMENSIONS).then(|| (0..dimensions).fold(element, array))
}

fn parse_object(rest: &mut &str) -> Option<TypeDescriptor> {
    let (name, after) = rest.strip_prefix('L')?.split_once(';')?;
    let well_formed = name.split('/').all(|part| !part.is_empty() && !part.contains(['.', '[']));
    *rest = after;
    well_formed.then(|| TypeDescriptor::Object(name.to_owned()))
}

fn parse_primitive(rest: &mut &str) -> Option<TypeDescriptor> {
    let parsed = match rest.as_bytes().first()? {
        b'Z' => TypeDescriptor::Boolean,
        b'B' => TypeDescriptor::Byte,
        b'C' => TypeDescriptor::Char,
        b'S' => TypeDescriptor::Short,
        b'I' => TypeDescriptor::Int,
        b'J' => TypeDescriptor::Long,
        b'F' => TypeDescriptor::Float,
        b'D' => TypeDescriptor::Double,
        _ => return None,
    };
    *rest = &rest[1..];
    Some(parsed)
}

fn primitive_letter(primitive: &TypeDescriptor) -> char {
    match primitive {
        TypeDescriptor::Boolean => 'Z',
        TypeDescriptor::Byte => 'B',
        TypeDescriptor::Char => 'C',
        TypeDescriptor::Short => 'S',
        TypeDescriptor::Int => 'I',
        TypeDescriptor::Long => 'J',
        TypeDescriptor::Float => 'F',
        TypeDescriptor::Double => 'D',
        TypeDescriptor::Object(_) => 'L',
        TypeDescriptor::Array(_) => '[',
    }
}

fn primitive_name(primitive: &TypeDescriptor) -> &'static str {
    match primitive {
        TypeDescriptor::Boolean => "boolean",
        TypeDescriptor::Byte => "byte",
        TypeDescriptor::Char => "char",
        TypeDescriptor::Short => "short",
        TypeDescriptor::Int => "int",
        TypeDescriptor::Long => "long",
        TypeDescriptor::Float => "float",
        TypeDescriptor::Double => "double",
        TypeDescriptor::Object(_) => "object",
        TypeDescriptor::Array(_) => "array",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_round_trip_and_have_source_names() {
        for (descriptor, name) in [("I", "int"), ("[[J", "long[][]"), ("[Ljava/lang/Object;", "java.lang.Object[]")] {
            let parsed: TypeDescriptor = descriptor.parse().unwrap();
            assert_eq!(parsed.descriptor(), descriptor);
            assert_eq!(parsed.to_string(), name);
        }
    }

    #[test]
    fn methods_round_trip_and_count_slots() {
        let parsed: MethodDescriptor = "(IJ[DLa/B;)V".parse().unwrap();
        assert_eq!(parsed.descriptor(), "(IJ[DLa/B;)V");
        assert_eq!(parsed.to_string(), "(int, long, double[], a.B)");
        assert_eq!(parsed.parameter_slots(), 5);
        assert_eq!("()[I".parse::<MethodDescriptor>().unwrap().result.unwrap().to_string(), "int[]");
    }

    #[test]
    fn what_is_no_descriptor_is_an_error() {
        for text in ["", "V", "Q", "II", "L;", "La//B;", "La", "[", "Lé", &"[".repeat(300)] {
            assert!(text.parse::<TypeDescriptor>().is_err(), "{text}");
        }
        for text in ["", "()", "(", "(V)V", "(I", "()VV", "I", "(é)V"] {
            assert!(text.parse::<MethodDescriptor>().is_err(), "{text}");
        }
    }
}
