//! A call with argument values as witnesses write it: `move(3)`, `new Foo(null)`.
//!
//! Where an overloaded method could be read as another one, arguments carry their types as in a cast, `put((byte) 0)`,
//! and only there.

use crate::alphabet::{Detail, Event, Letter, MethodId};
use crate::component::{Component, Method, Type};

impl Component {
    /// A call of one of the methods, by position, with argument values.
    pub fn written_call(&self, method: MethodId, arguments: &[u64]) -> String {
        let method = &self.methods[method];
        let values: Vec<String> =
            (0..method.written_parameters()).map(|index| self.written_argument(method, index, arguments)).collect();
        let others: Vec<&Method> =
            self.methods.iter().filter(|other| self.may_be_read_as(method, other, &values)).collect();
        let written = values.iter().enumerate().map(|(index, value)| {
            let ty = method.source_types.get(index);
            let differs = others.iter().any(|other| other.source_types.get(index) != ty);
            // A new array has its type in it.
            let cast = ty.filter(|_| differs && !value.starts_with("new "));
            cast.map_or_else(|| value.clone(), |ty| format!("({}) {value}", simple_name(ty)))
        });
        // An overloaded method's name has its parameter types; the arguments take their place.
        format!("{}({})", method.plain_name(), written.collect::<Vec<_>>().join(", "))
    }

    /// An argument with what is known of it: `new byte[3]`, the number in a box, `object{!instanceof a.Key}`.
    pub fn written_argument(&self, method: &Method, index: usize, arguments: &[u64]) -> String {
        let plain = self.value_name(method.parameters[index].ty, arguments[index]);
        if plain != "object" {
            return plain;
        }
        let details = self.details_read(method, index);
        match (details.first(), method.source_types.get(index)) {
            (Some((length, Detail::Length)), Some(ty)) => {
                format!("new {}", array_of_length(simple_name(ty), arguments[*length]))
            }
            (Some((value, Detail::Value)), _) => self.value_name(method.parameters[*value].ty, arguments[*value]),
            (Some((_, Detail::Instance(_) | Detail::Observer(_))), _) => {
                let known = details.iter().map(|(position, detail)| {
                    (*detail, self.value_name(method.parameters[*position].ty, arguments[*position]))
                });
                Detail::in_braces(&plain, &known.collect::<Vec<_>>())
            }
            _ => plain,
        }
    }

    /// A call with its outcome, where that tells something: `acquire() -> true`.
    pub fn written_event(&self, event: &Event) -> String {
        let Event { letter: Letter { method, arguments }, outcome } = event;
        let call = self.written_call(*method, arguments);
        let method = &self.methods[*method];
        match method.outcomes.len() > 1 && !method.free_outcomes {
            true => format!("{call} -> {}", method.outcomes[*outcome]),
            false => call,
        }
    }

    /// Whether a call with these values may be one of another method of the same name.
    fn may_be_read_as(&self, method: &Method, other: &Method, values: &[String]) -> bool {
        method.name != other.name
            && method.plain_name() == other.plain_name()
            && other.written_parameters() == values.len()
            && values.iter().enumerate().all(|(index, value)| self.may_be_argument(other, index, value))
    }

    fn may_be_argument(&self, method: &Method, index: usize, value: &str) -> bool {
        let plain = value.split_once('{').map_or(value, |(object, _)| object);
        self.may_be_written(method.parameters[index].ty, plain)
            || self.details_read(method, index).into_iter().any(|(position, detail)| {
                detail == Detail::Value && self.may_be_written(method.parameters[position].ty, value)
            })
    }

    /// Whether a type has a value that is written like this.
    fn may_be_written(&self, ty: Type, value: &str) -> bool {
        match ty {
            Type::Bool => matches!(value, "true" | "false"),
            Type::Int { .. } => value.parse::<i128>().is_ok(),
            Type::Enum(index) => self.enums[index].values.iter().any(|name| name == value),
        }
    }
}

impl Method {
    /// Its name without the parameter types that tell overloaded methods apart.
    pub fn plain_name(&self) -> &str {
        self.name.split('(').next().unwrap_or(&self.name)
    }
}

/// An array type with its length: `byte[3]`, `int[3][]`.
fn array_of_length(ty: &str, length: u64) -> String {
    ty.replacen("[]", &format!("[{length}]"), 1)
}

/// A type of the source language without its package.
fn simple_name(ty: &str) -> &str {
    ty.rsplit('.').next().unwrap_or(ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two methods with one parameter each, as a front end for a language with overloading makes them.
    fn overloaded(types: [&str; 2], source_types: [&str; 2]) -> Component {
        let [one, other] = types;
        let source = format!("component c {{ method one(p: {one}) {{ }} method other(p: {other}) {{ }} }}");
        let Ok(mut component) = crate::parse(&source, "c.component") else { panic!("a component: {source}") };
        for (method, ty) in component.methods.iter_mut().zip(source_types) {
            method.name = format!("put({})", simple_name(ty));
            method.source_types = vec![ty.to_owned()];
        }
        component
    }

    #[test]
    fn types_are_written_where_values_do_not_tell() {
        let component = overloaded(["i8", "i64"], ["byte", "long"]);
        assert_eq!(component.written_call(0, &[0xff]), "put((byte) -1)");
        assert_eq!(component.written_call(1, &[7]), "put((long) 7)");
    }

    #[test]
    fn types_are_left_out_where_values_tell() {
        let component = overloaded(["i8", "bool"], ["byte", "boolean"]);
        assert_eq!(component.written_call(0, &[1]), "put(1)");
        assert_eq!(component.written_call(1, &[1]), "put(true)");
    }

    #[test]
    fn types_lose_their_package() {
        let component = overloaded(["u1", "u1"], ["a.b.Foo", "a.Bar"]);
        assert_eq!(component.written_call(0, &[0]), "put((Foo) 0)");
    }
}
