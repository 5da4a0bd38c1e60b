//! The lines that are exchanged with `Replay.java`; fields are separated by tabs.

use etiquette_component::Place;

use super::{Argument, Observed, ReplayCall, ReplayError, Thrown, Word};

/// The line that ends an answer.
pub(super) const DONE: &str = "done";

/// A word as a request.
///
/// # Errors
/// A name that can't be written in a line.
pub(super) fn request(word: &Word, milliseconds: u128) -> Result<String, ReplayError> {
    let mut text = format!("word\t{milliseconds}\t{}\n", word.assertions);
    for call in &word.calls {
        let verb = if call.makes_object { "make" } else { "call" };
        let mut fields = vec![verb.to_owned(), call.class.replace('/', ".")];
        fields.extend([call.method.clone(), call.descriptor.clone(), call.on.clone()]);
        fields.push(call.keeps.clone().unwrap_or_default());
        fields.extend(call.arguments.iter().map(argument));
        text.push_str(&line(&fields).ok_or_else(|| ReplayError::NoSuchCall(describe(call)))?);
    }
    text.push_str("run\n");
    Ok(text)
}

/// Where classes are.
///
/// # Errors
/// A path that can't be written in a line.
pub(super) fn classes_at(path: &str) -> Result<String, ReplayError> {
    line(&["classes", path]).ok_or_else(|| unwritable(path))
}

/// A source to be compiled into a folder.
///
/// # Errors
/// A path that can't be written in a line.
pub(super) fn compilation(source: &str, folder: &str) -> Result<String, ReplayError> {
    line(&["compile", source, folder]).ok_or_else(|| unwritable(source))
}

fn unwritable(path: &str) -> ReplayError {
    ReplayError::NotStarted(format!("a path has control characters: {}", path.escape_debug()))
}

fn line(fields: &[impl AsRef<str>]) -> Option<String> {
    let fields: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
    let is_plain = fields.iter().all(|field| !field.contains(char::is_control));
    is_plain.then(|| fields.join("\t") + "\n")
}

fn describe(call: &ReplayCall) -> String {
    format!("{}.{}{}", call.class, call.method, call.descriptor).escape_debug().to_string()
}

fn argument(argument: &Argument) -> String {
    match argument {
        Argument::Number(value) => format!("number:{value}"),
        Argument::Enum(constant) => format!("enum:{constant}"),
        Argument::Array(length) => format!("array:{length}"),
        Argument::Like(classes, answers) => {
            let classes = classes.iter().map(|(class, is)| format!("{}{class}", if *is { "" } else { "!" }));
            let answers = answers.iter().map(|(call, answer)| format!("{call}={answer}"));
            format!("like:{}", classes.chain(answers).collect::<Vec<_>>().join(","))
        }
        Argument::Null => "null".into(),
        Argument::Itself => "this".into(),
        Argument::InField(field) => format!("field:{field}"),
        Argument::InRole(role) => format!("role:{role}"),
        Argument::SomeObject => "some".into(),
    }
}

/// What one line of an answer says about a call; `None` if it makes no sense.
pub(super) fn observed(line: &str) -> Option<Observed> {
    let fields: Vec<&str> = line.split('\t').collect();
    Some(match fields[..] {
        ["ok"] => Observed::Returned,
        ["number", number] => Observed::Number(number.parse().ok()?),
        ["true"] => Observed::Bool(true),
        ["false"] => Observed::Bool(false),
        ["null"] => Observed::Null,
        ["object"] => Observed::Object,
        ["enum", constant] => Observed::Enum(constant.to_owned()),
        ["timeout"] => Observed::NotReturned,
        ["cannot", why] => Observed::NotMade(why.to_owned()),
        ["threw", class, supertypes, raised_at, at] => Observed::Threw(Thrown {
            class: class.to_owned(),
            supertypes: supertypes.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            raised_at: place(raised_at),
            at: place(at),
        }),
        _ => return None,
    })
}

fn place(text: &str) -> Option<Place> {
    let (file, line) = text.rsplit_once(':')?;
    Some(Place { file: file.to_owned(), line: line.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_answers_are_lines() {
        let call = ReplayCall {
            class: "a/Foo".into(),
            method: "put".into(),
            descriptor: "(ILa/Mode;Ljava/lang/Object;)V".into(),
            makes_object: false,
            on: "it".into(),
            keeps: None,
            arguments: vec![
                Argument::Number(-3),
                Argument::Enum("FAST".into()),
                Argument::Like(
                    [("a.Key".into(), true), ("a.Lock".into(), false)].into(),
                    [("size()".into(), "3".into())].into(),
                ),
            ],
        };
        let word = Word { calls: vec![call.clone()], assertions: true };
        let expected = "word\t100\ttrue\ncall\ta.Foo\tput\t(ILa/Mode;Ljava/lang/Object;)V\tit\t\tnumber:-3\tenum:FAST\tlike:a.Key,!a.Lock,size()=3\nrun\n";
        assert_eq!(request(&word, 100).unwrap(), expected);
        let Some(Observed::Threw(thrown)) = observed("threw\ta.B$C\ta.B,java.lang.Object\tB.java:12\t-") else {
            panic!("an exception");
        };
        assert_eq!((thrown.raised_at.unwrap().line, thrown.at), (12, None));
        assert_eq!(observed("number\t-1"), Some(Observed::Number(-1)));
        assert_eq!([observed("nonsense"), observed("number\tmany")], [None, None]);
        let strange = ReplayCall { method: "a\tb".into(), ..call };
        assert!(request(&Word { calls: vec![strange], assertions: false }, 1).is_err());
    }
}
