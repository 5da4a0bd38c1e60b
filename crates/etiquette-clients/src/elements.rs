//! The types of what arrays hold, as far as the types of the arrays are known: an element of a `String[]` is no iterator.

use std::collections::BTreeMap;

use etiquette_java::code::{Register, Statement, Value};

use crate::body::{Body, successors};

/// The type of what each register holds, by descriptor.
type Types = BTreeMap<Register, String>;

/// The types of the elements that a method reads, by the offset where it does.
pub(crate) fn element_types(body: &Body) -> BTreeMap<u32, String> {
    let before = types(body);
    let element = |(offset, statement): (&u32, &Statement)| match statement {
        Statement::Assign(_, Value::ArrayLoad(_, array, _)) => {
            Some((*offset, before.get(offset)?.get(array)?.strip_prefix('[')?.to_owned()))
        }
        _ => None,
    };
    body.code.statements.iter().filter_map(element).collect()
}

/// Forwards until nothing changes: what is of two types is of none.
fn types(body: &Body) -> BTreeMap<u32, Types> {
    let mut found: BTreeMap<u32, Types> = BTreeMap::new();
    let entry = body.entry().map(|first| (first, body.parameters().into_iter().collect::<Types>()));
    let mut waiting: Vec<(u32, Types)> = entry.into_iter().collect();
    while let Some((offset, arriving)) = waiting.pop() {
        let joined = match found.get(&offset) {
            Some(known) => known.iter().filter(|(at, ty)| arriving.get(at) == Some(ty)).map(owned).collect(),
            None => arriving,
        };
        if found.get(&offset) == Some(&joined) {
            continue;
        }
        found.insert(offset, joined.clone());
        let covering = body.code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
        waiting.extend(covering.map(|handler| (handler.target, joined.clone())));
        match body.code.statements.get(&offset) {
            Some(statement) => {
                let after = step(statement, &joined);
                let next = successors(&body.code, offset, statement);
                waiting.extend(next.into_iter().map(|next| (next, after.clone())));
            }
            None => waiting.extend(body.code.next.get(&offset).map(|next| (*next, joined))),
        }
    }
    found
}

fn owned((register, ty): (&Register, &String)) -> (Register, String) {
    (*register, ty.clone())
}

fn step(statement: &Statement, before: &Types) -> Types {
    let of = |register: &Register| before.get(register).cloned();
    let set: Vec<(Register, Option<String>)> = match statement {
        Statement::Assign(to, value) => vec![(*to, value_type(value, before))],
        Statement::Rearrange(copies) => copies.iter().map(|(to, from)| (*to, of(from))).collect(),
        Statement::Invoke { member, result: Some(result), .. } => {
            vec![(*result, member.descriptor.rsplit_once(')').map(|(_, ty)| ty.to_owned()))]
        }
        Statement::InvokeDynamic { result: Some(result), .. } => vec![(*result, None)],
        Statement::CheckCast(register, class) if class.starts_with('[') => vec![(*register, Some(class.clone()))],
        _ => Vec::new(),
    };
    let mut after = before.clone();
    for (register, ty) in set {
        match ty {
            Some(ty) => after.insert(register, ty),
            None => after.remove(&register),
        };
    }
    after
}

fn value_type(value: &Value, before: &Types) -> Option<String> {
    match value {
        Value::Copy(from) => before.get(from).cloned(),
        Value::GetField(_, member) | Value::GetStatic(member) => Some(member.descriptor.clone()),
        Value::NewArray(descriptor, _) => Some(descriptor.clone()),
        Value::ArrayLoad(_, array, _) => before.get(array)?.strip_prefix('[').map(str::to_owned),
        _ => None,
    }
}
