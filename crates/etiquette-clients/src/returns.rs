//! Methods that never return: they exit, or always throw. What stands behind a call of one is no path.

use std::sync::Arc;

use etiquette_java::class::{Class, Instruction, Invocation, Member};
use etiquette_java::code::Statement;
use rustc_hash::FxHashMap;

use crate::body::{Body, successors};
use crate::client::Client;

/// Methods of the JDK that end the program.
const EXITS: [(&str, &str); 3] =
    [("java/lang/System", "exit"), ("java/lang/Runtime", "exit"), ("java/lang/Runtime", "halt")];

impl Client<'_> {
    /// Whether a call never returns, whichever method it runs. Of libraries, only static methods are looked into, and
    /// not what they call.
    pub fn never_returns(&self, kind: Invocation, member: &Member) -> bool {
        let known = |known: &FxHashMap<Invocation, FxHashMap<Member, bool>>| known.get(&kind)?.get(member).copied();
        if let Some(never) = known(&self.never_returning.borrow()) {
            return never;
        }
        let never = self.find_never_returns(kind, member);
        self.never_returning.borrow_mut().entry(kind).or_default().insert(member.clone(), never);
        never
    }

    fn find_never_returns(&self, kind: Invocation, member: &Member) -> bool {
        if EXITS.contains(&(member.class.as_str(), member.name.as_str())) {
            return true;
        }
        match self.targets(kind, member) {
            Some(targets) => targets.iter().all(|(class, index)| !self.may_return(class, *index)),
            None if kind == Invocation::Static => {
                let found = self.library_method(None, member);
                found.is_some_and(|(class, index)| has_no_return(&class, index))
            }
            None => false,
        }
    }

    /// Whether a method of the client may return. While that is being found out, it is taken for one that may.
    fn may_return(&self, class: &Arc<Class>, index: usize) -> bool {
        let key = (class.name.clone(), index);
        if let Some(known) = self.returning.borrow().get(&key) {
            return *known;
        }
        self.returning.borrow_mut().insert(key.clone(), true);
        let may_return = self.body(class, index).is_none_or(|body| self.reaches_return(&body));
        self.returning.borrow_mut().insert(key, may_return);
        may_return
    }

    fn reaches_return(&self, body: &Body) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut waiting: Vec<u32> = body.entry().into_iter().collect();
        while let Some(offset) = waiting.pop() {
            let Some(statement) = body.code.statements.get(&offset).filter(|_| seen.insert(offset)) else { continue };
            if matches!(statement, Statement::Return(_)) {
                return true;
            }
            let covering = body.code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
            waiting.extend(covering.map(|handler| handler.target));
            let ends = matches!(statement, Statement::Invoke { kind, member, .. } if self.never_returns(*kind, member));
            if !ends {
                waiting.extend(successors(&body.code, offset, statement));
            }
        }
        false
    }
}

fn has_no_return(class: &Class, index: usize) -> bool {
    let code = class.methods[index].code.as_ref();
    code.is_some_and(|code| {
        !code.instructions.iter().any(|(_, instruction)| matches!(instruction, Instruction::Return(_)))
    })
}
