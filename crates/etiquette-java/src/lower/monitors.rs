//! Waiting and notifying: the JVM refuses both to whoever does not hold the object's monitor.
//!
//! Whether a client holds it can't be seen in the class. Inside of `synchronized` code it is taken to be the monitor
//! that is held, as with other native code.

use super::calls::Call;
use super::flow::{Context, Flow, Point};
use super::reach::Exception;
use crate::class::{Access, Handler, Member};
use crate::code::{Statement, ThreeAddressCode};

const NOT_HELD: &str = "java/lang/IllegalMonitorStateException";

impl Flow<'_, '_> {
    /// What a call throws if its object's monitor need not be held.
    pub fn monitor_exception(&self, point: &Point, call: &Call<'_>) -> Option<Exception> {
        let may_fail = needs_monitor(call.member) && !self.is_synchronized(point);
        may_fail.then(|| Exception { class: NOT_HELD.into(), is_exact: true, thrower: None, by_jdk: false })
    }

    /// Whether the code at a point holds a monitor, or one of its callers does.
    fn is_synchronized(&self, point: &Point) -> bool {
        let mut at = Some((point.context, point.offset));
        while let Some((context, offset)) = at {
            let context = &self.contexts[context];
            if holds_monitor(context, offset) {
                return true;
            }
            at = context.caller.as_ref().map(|caller| (caller.context, caller.offset));
        }
        false
    }
}

fn needs_monitor(member: &Member) -> bool {
    let is_for_owners = ["wait", "notify", "notifyAll"].contains(&member.name.as_str());
    member.class == "java/lang/Object" && is_for_owners
}

/// Compilers see to it that a monitor is left, whatever is thrown: the code inside has a handler that leaves it.
fn holds_monitor(context: &Context, offset: u32) -> bool {
    let leaves = |handler: &Handler| {
        handler.catch.is_none()
            && (handler.start..handler.end).contains(&offset)
            && leaves_monitor(&context.code, handler.target)
    };
    context.class.methods[context.method].access.has(Access::SYNCHRONIZED) || context.code.handlers.iter().any(leaves)
}

fn leaves_monitor(code: &ThreeAddressCode, target: u32) -> bool {
    let straight = code.statements.range(target..).map(|(_, statement)| statement);
    straight.take_while(|statement| !statement.leaves()).any(|statement| matches!(statement, Statement::Monitor(_)))
}
