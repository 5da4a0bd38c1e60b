//! Java programs that a change breaks: each makes the calls of a word, and fails in the version that forbids the last
//! one.
//!
//! A program stands in the package of its class, so that it may call what the package may. Objects that a call takes
//! are made by reflection, as far as that is possible without knowing their classes.

use std::fmt::Write;

use super::{Change, Step};
use crate::exceptions::is_exception;

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Where it belongs, relative to the folder of sources: `com/acme/Witness1.java`.
    pub path: String,
    /// The class, with its package.
    pub class: String,
    /// The source.
    pub source: String,
}

/// Why there is no program for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoProgram(&'static str);

impl std::fmt::Display for NoProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NoProgram {}

/// The program for a change of a class, with a number that tells it from others.
///
/// # Errors
/// There is none: the word constructs no object, or takes an argument that a source can't name.
pub fn program(class: &str, change: &Change, number: usize) -> Result<Program, NoProgram> {
    let steps: Vec<&Step> = change.word.iter().chain([&change.call]).collect();
    if !steps.first().is_some_and(|step| step.constructor) {
        return Err(NoProgram("its word does not begin with a constructor: witness programs are for Java classes"));
    }
    if !is_source_name(class) {
        return Err(NoProgram("its class has no name that a Java source can use"));
    }
    let calls: Vec<String> = steps.iter().map(|step| written_call(class, step)).collect::<Result<_, _>>()?;
    let name = format!("Witness{number}");
    let package = package_of(class);
    let source = Source { name: &name, class, package, change }.written(&steps, &calls);
    let folder = package.map_or(String::new(), |package| format!("{}/", package.replace('.', "/")));
    let qualified = package.map_or(name.clone(), |package| format!("{package}.{name}"));
    Ok(Program { path: format!("{folder}{name}.java"), class: qualified, source })
}

/// Classes of the JDK take no new classes into their packages.
pub(crate) fn package_of(class: &str) -> Option<&str> {
    let (package, _) = class.rsplit_once('.')?;
    let is_closed = ["java.", "javax.", "jdk.", "sun."].iter().any(|start| class.starts_with(start));
    (!is_closed).then_some(package)
}

pub(crate) fn is_source_name(class: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '_';
    class
        .split(['.', '$'])
        .all(|part| part.starts_with(is_letter) && part.chars().all(|c| is_letter(c) || c.is_numeric()))
}

struct Source<'a> {
    name: &'a str,
    class: &'a str,
    package: Option<&'a str>,
    change: &'a Change,
}

impl Source<'_> {
    fn written(&self, steps: &[&Step], calls: &[String]) -> String {
        let mut text = self.package.map_or(String::new(), |package| format!("package {package};\n\n"));
        let _ =
            writeln!(text, "/** {} was legal here, and is not any more. */", comment(&self.change.call.to_string()));
        let _ = writeln!(text, "public final class {} {{", self.name);
        let _ = writeln!(text, "    public static void main(String[] arguments) throws Throwable {{");
        for (position, (step, call)) in steps.iter().zip(calls).enumerate() {
            let is_last = position + 1 == steps.len();
            self.write_step(&mut text, position, step, call, is_last);
        }
        text.push_str("        System.out.println(\"every call was legal\");\n    }\n");
        if calls.iter().any(|call| call.contains("some(")) {
            text.push_str(MAKE_OBJECTS);
        }
        text.push_str("}\n");
        text
    }

    fn write_step(&self, text: &mut String, position: usize, step: &Step, call: &str, is_last: bool) {
        let statement = match position {
            0 => format!("{} subject = {call};", source_class(self.class)),
            _ => format!("subject.{call};"),
        };
        let note = if is_last { " // fails in the new version" } else { "" };
        match step.outcome.as_deref().filter(|outcome| position > 0 && is_exception(outcome)) {
            // The word goes on after this exception, and after no other.
            Some(exception) => {
                let _ =
                    writeln!(text, "        try {{\n            {statement}\n        }} catch (Throwable thrown) {{");
                let _ = writeln!(
                    text,
                    "            if (!thrown.getClass().getSimpleName().equals(\"{exception}\")) throw thrown;"
                );
                text.push_str("        }\n");
            }
            None => {
                let _ = writeln!(text, "        {statement}{note}");
            }
        }
    }
}

pub(crate) fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\\', "/")
}

/// The class as a source writes it: nested classes behind a dot.
pub(crate) fn source_class(class: &str) -> String {
    class.replace('$', ".")
}

fn written_call(class: &str, step: &Step) -> Result<String, NoProgram> {
    let pairs = step.types.iter().zip(&step.arguments);
    let arguments: Vec<String> = pairs.map(|(ty, value)| argument(ty, value)).collect::<Result<_, _>>()?;
    let plain = step.method.split('(').next().unwrap_or(&step.method);
    let name = match (step.constructor, plain.rsplit_once('.')) {
        (true, Some((_, factory))) => format!("{}.{factory}", source_class(class)),
        (true, None) => format!("new {}", source_class(class)),
        (false, _) => step.method.clone(),
    };
    Ok(format!("{name}({})", arguments.join(", ")))
}

/// A value of a type as a source writes it, with its type where it could be read as another.
fn argument(ty: &str, value: &str) -> Result<String, NoProgram> {
    let simple = source_class(ty);
    Ok(match (ty, value) {
        ("int" | "boolean", value) => value.to_string(),
        ("long", value) => format!("{value}L"),
        ("byte" | "short" | "char" | "float" | "double", value) => match value.parse::<f64>() {
            Ok(_) => format!("({ty}) {value}"),
            Err(_) => format!("({ty}) 0"),
        },
        (_, "null") => format!("({simple}) null"),
        (_, "object") => format!("some({simple}.class)"),
        (_, "this") => "subject".to_string(),
        (_, value) if is_literal(value) => match unboxed(ty) {
            Some(primitive) => format!("{ty}.valueOf({})", argument(primitive, value)?),
            None => return Err(NoProgram("an argument of its word can't be written in a Java source")),
        },
        (_, text) if text.starts_with('"') || text.starts_with("new ") => text.to_string(),
        (_, constant) if constant.chars().all(|c| c.is_alphanumeric() || c == '_') && !constant.is_empty() => {
            format!("{simple}.{constant}")
        }
        _ => return Err(NoProgram("an argument of its word can't be written in a Java source")),
    })
}

/// Whether it is a number or a truth value: no name of a constant.
fn is_literal(value: &str) -> bool {
    value.parse::<i128>().is_ok() || value.parse::<bool>().is_ok()
}

/// The type of what a box holds.
fn unboxed(ty: &str) -> Option<&'static str> {
    Some(match ty.strip_prefix("java.lang.")? {
        "Boolean" => "boolean",
        "Byte" => "byte",
        "Character" => "char",
        "Short" => "short",
        "Integer" => "int",
        "Long" => "long",
        _ => return None,
    })
}

/// Makes an object of a class, the simplest that there is.
const MAKE_OBJECTS: &str = r#"
    /** Some object of a type: an empty array or text, an enum's first constant, a stand-in for an interface, or a new one. */
    private static <T> T some(Class<T> type) throws Exception {
        Object made;
        if (type.isArray()) made = java.lang.reflect.Array.newInstance(type.getComponentType(), 0);
        else if (type == String.class || type == CharSequence.class) made = "";
        else if (type == Boolean.class) made = false;
        else if (type == Character.class) made = '\0';
        else if (Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.") && type != Number.class)
            made = type.getMethod("valueOf", String.class).invoke(null, "0");
        else if (type.isEnum()) made = type.getEnumConstants()[0];
        else if (type.isInterface()) made = java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (self, method, given) -> method.getReturnType() == boolean.class ? (Object) false
                        : method.getReturnType().isPrimitive() && method.getReturnType() != void.class ? (Object) 0 : null);
        else made = type.getDeclaredConstructor().newInstance();
        return type.cast(made);
    }
"#;
