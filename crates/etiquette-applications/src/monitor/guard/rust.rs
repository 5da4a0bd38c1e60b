//! Guards in Rust: every number is an `i64` that holds it as a signed one.

use etiquette_logic::{BinaryOp, UnaryOp, mask};

use super::Language;

/// Rust, and what it calls the parameters.
pub(crate) struct Rust<'a> {
    /// The parameters' names in the code.
    pub names: &'a [String],
    /// Whether each parameter is the name of a value, and not perhaps an object.
    pub is_name: &'a [bool],
}

impl Language for Rust<'_> {
    fn number(&self, name: &str, width: u32, signed: bool) -> String {
        if signed && matches!(width, 8 | 16 | 32) {
            format!("i64::from({name})")
        } else {
            cut(&format!("({name} as i64)"), width)
        }
    }

    fn constant(&self, value: i64, _: u32) -> String {
        if value == i64::MIN {
            return "i64::MIN".into();
        }
        if value < 0 { format!("({value}_i64)") } else { format!("{value}_i64") }
    }

    fn unary(&self, op: UnaryOp, width: u32, operand: &str) -> Option<String> {
        Some(match op {
            UnaryOp::Not => format!("!{operand}"),
            UnaryOp::BitNot => format!("(!{operand})"),
            UnaryOp::Negate => cut(&format!("{operand}.wrapping_neg()"), width),
            UnaryOp::SignExtend(_) => operand.to_string(),
            UnaryOp::ZeroExtend(_) => unsigned(operand, width),
            UnaryOp::Extract { high, low } => cut(&format!("({operand} >> {low})"), high - low + 1),
        })
    }

    fn binary(&self, op: BinaryOp, width: u32, [a, b]: [&str; 2], second: Option<i64>) -> Option<String> {
        let called = |name: &str| Some(cut(&format!("{a}.{name}({b})"), width));
        let unsigned_compared = |operator: &str| Some(format!("(({a} as u64) {operator} ({b} as u64))"));
        let divisor = second.filter(|divisor| *divisor != 0);
        match op {
            // Extending the sign keeps the order of unsigned numbers.
            BinaryOp::UnsignedLess => unsigned_compared("<"),
            BinaryOp::UnsignedLessEqual => unsigned_compared("<="),
            BinaryOp::Add => called("wrapping_add"),
            BinaryOp::Sub => called("wrapping_sub"),
            BinaryOp::Mul => called("wrapping_mul"),
            BinaryOp::SignedDiv => divisor.and_then(|_| called("wrapping_div")),
            // Where a divisor may be zero, Rust panics and a term does not.
            BinaryOp::SignedRem if second.is_none() => {
                Some(self.choice(&format!("({b} == 0)"), a, &called("wrapping_rem")?))
            }
            BinaryOp::SignedRem => divisor.and_then(|_| called("wrapping_rem")),
            BinaryOp::ShiftLeft if width.is_power_of_two() => Some(shifted("<<", a, b, width)),
            BinaryOp::ShiftRightArithmetic if width.is_power_of_two() => Some(shifted(">>", a, b, width)),
            BinaryOp::ShiftRightLogical if width.is_power_of_two() => {
                let logical = format!("(({} as u64 >> ({b} & {})) as i64)", unsigned(a, width), width - 1);
                Some(cut(&logical, width))
            }
            _ => None,
        }
    }

    fn choice(&self, condition: &str, then: &str, otherwise: &str) -> String {
        format!("(if {condition} {{ {then} }} else {{ {otherwise} }})")
    }

    fn is_named(&self, parameter: usize, value: &str) -> Option<String> {
        let name = self.names.get(parameter)?;
        match (self.is_name.get(parameter)?, value) {
            (true, value) => Some(format!("({name} == {value:?})")),
            (false, "null") => Some(format!("{name}.is_none()")),
            (false, _) => None,
        }
    }
}

/// A number cut down to a width, as a signed one.
fn cut(text: &str, width: u32) -> String {
    if width >= 64 { text.to_string() } else { format!("(({text} << {0}) >> {0})", 64 - width) }
}

fn unsigned(text: &str, width: u32) -> String {
    if width >= 64 { text.to_string() } else { format!("({text} & {:#x})", mask(width)) }
}

fn shifted(operator: &str, a: &str, b: &str, width: u32) -> String {
    cut(&format!("({a} {operator} ({b} & {}))", width - 1), width)
}
