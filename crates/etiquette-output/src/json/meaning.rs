//! Guards and values that speak of registers have to have a meaning; one that has none is told with its place.

use etiquette_automata::{Interface, Simulator, Unreadable};

use super::node::{Complain, Node, ReadError};

/// Guards and values that speak of registers have to have a meaning.
pub(super) fn check_meaning(root: &Node, interface: &Interface) -> Result<(), ReadError> {
    if interface.memory().is_empty() {
        return Ok(());
    }
    let Err(problem) = Simulator::new(interface) else { return Ok(()) };
    let advice = "guards and values are over parameters and registers, in the syntax of the source language";
    let complain = |node: &Node| node.error(problem.to_string(), advice);
    Err(with_node(root, &problem, complain)?.unwrap_or_else(|| complain(root)))
}

/// What is said of the node that has no meaning, if it is found.
fn with_node<T>(root: &Node, problem: &Unreadable, say: impl Fn(&Node) -> T) -> Result<Option<T>, ReadError> {
    let is = |node: &Node, key: &str, text: &str| node.field(key).and_then(|field| Ok(field.text()? == text));
    match problem {
        Unreadable::Guard { call, .. } => {
            for node in root.items_of("calls")? {
                if is(&node, "id", call)? {
                    return Ok(Some(say(&node.field("guard")?)));
                }
            }
        }
        Unreadable::Type { register, .. } => {
            for node in root.items_of("registers")? {
                if is(&node, "name", register)? {
                    return Ok(Some(say(&node.field("type")?)));
                }
            }
        }
        Unreadable::Observer { observer, .. } => {
            for node in root.items_of("observers")? {
                if is(&node, "name", observer)? {
                    return Ok(Some(say(&node.field("value")?)));
                }
            }
        }
        Unreadable::Value { register, value, .. } => return with_value(root, (register, value), say),
    }
    Ok(None)
}

/// What is said of a value that a register is set to, or has at first.
fn with_value<T>(
    root: &Node,
    (register, value): (&str, &str),
    say: impl Fn(&Node) -> T,
) -> Result<Option<T>, ReadError> {
    for node in root.items_of("registers")? {
        if let Some(initial) = node.optional("initial")?
            && node.field("name")?.text()? == register
            && initial.text()? == value
        {
            return Ok(Some(say(&initial)));
        }
    }
    for state in root.items_of("states")? {
        for next in state.items_of("next")? {
            let set = next.optional("set")?.map_or(Ok(Vec::new()), |set| set.entries())?;
            for (name, node) in set {
                if name == register && node.text()? == value {
                    return Ok(Some(say(&node)));
                }
            }
        }
    }
    Ok(None)
}
