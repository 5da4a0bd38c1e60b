//! Three-address code as text, close to the source.

use std::fmt;

use super::instructions::{invocation, name, switch_text};
use super::{called_text, class_text, constant_text, member_text};
use crate::class::{Condition, Operation};
use crate::code::{Register, Statement, Test, Value};

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Nop => write!(f, "nothing"),
            Statement::Assign(target, value) => write!(f, "{target} = {value}"),
            Statement::Rearrange(copies) => {
                let (to, from): (Vec<Register>, Vec<Register>) = copies.iter().copied().unzip();
                write!(f, "{} = {}", list(&to), list(&from))
            }
            Statement::PutField(object, member, value) => write!(f, "{object}.{} = {value}", member_text(member)),
            Statement::PutStatic(member, value) => write!(f, "{} = {value}", member_text(member)),
            Statement::ArrayStore(_, array, index, value) => write!(f, "{array}[{index}] = {value}"),
            Statement::Invoke { kind, member, arguments, result } => {
                let call = format!("{} {} with ({})", invocation(*kind), called_text(member), list(arguments));
                write_call(f, result, &call)
            }
            Statement::InvokeDynamic { site, arguments, result } => {
                write_call(f, result, &format!("dynamic {} with ({})", site.name, list(arguments)))
            }
            Statement::CheckCast(object, class) => write!(f, "{object} is a {} or null", class_text(class)),
            Statement::Monitor(object) => write!(f, "monitor {object}"),
            Statement::Goto(target) => write!(f, "goto {target}"),
            Statement::If(test, target) => write!(f, "if {test} goto {target}"),
            Statement::Switch(register, cases, default) => {
                write!(f, "switch {register} {}", switch_text(cases, *default))
            }
            Statement::Return(Some((_, register))) => write!(f, "return {register}"),
            Statement::Return(None) => write!(f, "return"),
            Statement::Throw(object) => write!(f, "throw {object}"),
        }
    }
}

fn list(registers: &[Register]) -> String {
    let names: Vec<String> = registers.iter().map(ToString::to_string).collect();
    names.join(", ")
}

fn write_call(f: &mut fmt::Formatter<'_>, result: &Option<Register>, call: &str) -> fmt::Result {
    match result {
        Some(target) => write!(f, "{target} = {call}"),
        None => write!(f, "{call}"),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(constant) => write!(f, "{}", constant_text(constant)),
            Value::Copy(from) => write!(f, "{from}"),
            Value::Negate(_, operand) => write!(f, "-{operand}"),
            Value::Increment(register, by) => write!(f, "{register} + {by}"),
            Value::Arithmetic(operation, _, left, right) => write!(f, "{left} {} {right}", operator(*operation)),
            Value::Convert(_, to, operand) => write!(f, "({}) {operand}", name(to)),
            Value::Compare { left, right, .. } => write!(f, "compare {left}, {right}"),
            Value::InstanceOf(object, class) => write!(f, "{object} instanceof {}", class_text(class)),
            Value::ArrayLength(array) => write!(f, "{array}.length"),
            Value::ArrayLoad(_, array, index) => write!(f, "{array}[{index}]"),
            Value::GetField(object, member) => write!(f, "{object}.{}", member_text(member)),
            Value::GetStatic(member) => write!(f, "{}", member_text(member)),
            Value::New(class) => write!(f, "new {}", class_text(class)),
            Value::NewArray(descriptor, lengths) => write!(f, "new {} ({})", class_text(descriptor), list(lengths)),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equals = |yes: &bool| if *yes { "==" } else { "!=" };
        match self {
            Test::Zero(condition, register) => write!(f, "{register} {} 0", relation(*condition)),
            Test::Ints(condition, left, right) => write!(f, "{left} {} {right}", relation(*condition)),
            Test::Same(same, left, right) => write!(f, "{left} {} {right}", equals(same)),
            Test::Null(null, register) => write!(f, "{register} {} null", equals(null)),
        }
    }
}

fn operator(operation: Operation) -> &'static str {
    match operation {
        Operation::Add => "+",
        Operation::Sub => "-",
        Operation::Mul => "*",
        Operation::Div => "/",
        Operation::Rem => "%",
        Operation::And => "&",
        Operation::Or => "|",
        Operation::Xor => "^",
        Operation::ShiftLeft => "<<",
        Operation::ShiftRight => ">>",
        Operation::ShiftRightUnsigned => ">>>",
    }
}

fn relation(condition: Condition) -> &'static str {
    match condition {
        Condition::Equal => "==",
        Condition::NotEqual => "!=",
        Condition::Less => "<",
        Condition::GreaterOrEqual => ">=",
        Condition::Greater => ">",
        Condition::LessOrEqual => "<=",
    }
}
