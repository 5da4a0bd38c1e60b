//! Handlers that let an exception through: those of `finally` and at the end of `synchronized`.
//!
//! Both take every exception, clean up in straight-line code and throw it again, so what comes up inside still leaves.

use std::collections::BTreeSet;

use super::definitions::gives_value;
use super::reach::Exception;
use super::world::World;
use crate::class::Handler;
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

impl World<'_> {
    /// Whether an exception that comes up at an offset certainly leaves the code, if cleaning up ends normally.
    pub fn leaves_code(&self, code: &ThreeAddressCode, offset: u32, exception: &Exception) -> bool {
        let mut offset = offset;
        // Each round is one handler further out. A handler that covers itself is no way out.
        for _ in 0..=code.handlers.len() {
            let covers = |handler: &&Handler| (handler.start..handler.end).contains(&offset);
            let mut covering = code.handlers.iter().filter(covers);
            let Some(handler) = covering.find(|handler| self.may_take(handler, exception)) else { return true };
            let Some(rethrown) = rethrown_at(code, handler) else { return false };
            offset = rethrown;
        }
        false
    }

    fn may_take(&self, handler: &Handler, exception: &Exception) -> bool {
        let Some(catch) = &handler.catch else { return true };
        let is_below = || !exception.is_exact && self.is_subclass(catch, &exception.class) != Answer::No;
        self.is_subclass(&exception.class, catch) != Answer::No || is_below()
    }
}

/// Where a handler of every exception throws again what it took, if it does nothing else but clean up.
fn rethrown_at(code: &ThreeAddressCode, handler: &Handler) -> Option<u32> {
    let mut holding = BTreeSet::from([code.caught]);
    for (offset, statement) in code.statements.range(handler.target..).filter(|_| handler.catch.is_none()) {
        match statement {
            Statement::Throw(register) => return holding.contains(register).then_some(*offset),
            Statement::If(..) => return None,
            _ if statement.leaves() => return None,
            _ => step(&mut holding, statement),
        }
    }
    None
}

/// Which registers hold the exception after a statement.
fn step(holding: &mut BTreeSet<Register>, statement: &Statement) {
    let copies = match statement {
        Statement::Assign(to, Value::Copy(from)) => vec![(*to, *from)],
        Statement::Rearrange(copies) => copies.clone(),
        _ => Vec::new(),
    };
    let copied: Vec<Register> = copies.iter().filter(|(_, from)| holding.contains(from)).map(|(to, _)| *to).collect();
    holding.retain(|register| !gives_value(statement, *register));
    holding.extend(copied);
}

#[cfg(test)]
mod tests {
    use super::rethrown_at;
    use crate::read::read_class;
    use crate::stackless::remove_stack;

    /// Whether the first handler of a method does nothing but clean up.
    fn lets_through(method: &str) -> bool {
        let bytes = include_bytes!("../../../../java-corpus/Finally/Finally.class");
        let class = read_class(bytes, "Finally.class").expect("a class of the corpus");
        let method = class.methods.iter().find(|known| known.name == method).expect("a method of the class");
        let code = remove_stack(method.code.as_ref().expect("code")).expect("code that can be read");
        rethrown_at(&code, &code.handlers[0]).is_some()
    }

    #[test]
    fn finally_lets_exceptions_through_unless_it_returns() {
        assert!(lets_through("work"));
        assert!(!lets_through("swallow"));
        assert!(!lets_through("carelessWork"), "names what it takes");
    }
}
