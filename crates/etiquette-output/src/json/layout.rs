//! JSON on the page: a value that fits on a line stays on one line, a longer one gets a line for each of its parts.

use std::fmt::Write;

use serde_json::Value;

const WIDTH: usize = 120;
const STEP: usize = 2;

/// The value as text, with a line break at the end; the outermost value always has a line for each part.
pub fn to_text(value: &Value) -> String {
    let mut text = String::new();
    write_broken(&mut text, value, 0);
    text.push('\n');
    text
}

fn write_value(text: &mut String, value: &Value, indent: usize) {
    let column = text.chars().rev().take_while(|character| *character != '\n').count();
    let line = one_line(value);
    if column + line.chars().count() < WIDTH {
        text.push_str(&line);
    } else {
        write_broken(text, value, indent);
    }
}

fn write_broken(text: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let parts = items.iter().map(|item| (String::new(), item));
            write_parts(text, ['[', ']'], parts, indent);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let parts = fields.iter().map(|(key, item)| (format!("{}: ", quoted(key)), item));
            write_parts(text, ['{', '}'], parts, indent);
        }
        other => text.push_str(&one_line(other)),
    }
}

fn write_parts<'a>(
    text: &mut String,
    [open, close]: [char; 2],
    parts: impl Iterator<Item = (String, &'a Value)>,
    indent: usize,
) {
    text.push(open);
    for (position, (prefix, item)) in parts.enumerate() {
        let comma = if position == 0 { "" } else { "," };
        let inner = indent + STEP;
        let _ = write!(text, "{comma}\n{:inner$}{prefix}", "");
        write_value(text, item, inner);
    }
    let _ = write!(text, "\n{:indent$}{close}", "");
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(one_line).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let field = |(key, item): (&String, &Value)| format!("{}: {}", quoted(key), one_line(item));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}
