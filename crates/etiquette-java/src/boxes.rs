//! Boxed numbers (5.1.7 and 5.1.8 of the language specification): which classes they are, and the methods that box and
//! unbox.

use crate::class::Member;
use crate::descriptor::TypeDescriptor;

/// The type of the numbers, or truth values, that a class boxes. Those of floating-point numbers don't count.
pub fn primitive(class: &str) -> Option<TypeDescriptor> {
    match class.strip_prefix("java/lang/")? {
        "Boolean" => Some(TypeDescriptor::Boolean),
        "Byte" => Some(TypeDescriptor::Byte),
        "Character" => Some(TypeDescriptor::Char),
        "Short" => Some(TypeDescriptor::Short),
        "Integer" => Some(TypeDescriptor::Int),
        "Long" => Some(TypeDescriptor::Long),
        _ => None,
    }
}

/// Whether it is `Integer.valueOf(int)` or one of its like.
pub fn is_boxing(member: &Member) -> bool {
    let Some(primitive) = primitive(&member.class) else { return false };
    member.name == "valueOf" && member.descriptor == format!("({})L{};", primitive.descriptor(), member.class)
}

/// Whether it is `intValue()`, or its like, of a class of boxes.
pub fn is_unboxing(member: &Member, class: &str) -> bool {
    let Some(primitive) = primitive(class) else { return false };
    member.name == format!("{primitive}Value") && member.descriptor == format!("(){}", primitive.descriptor())
}
