//! What must hold for class files and stubs, whoever made them.

use etiquette_component::check;
use etiquette_java::class::Class;
use etiquette_java::classpath::{ClassPath, ClassSource, SourceError};
use etiquette_java::read::read_class as read;
use etiquette_java::{LowerError, Request, Stubs, lower, print_class, print_code};

/// Larger classes only make a fuzzer slow.
const MAX_CLASS: usize = 1 << 14;
const MAX_INSTRUCTIONS: usize = 500;

/// The class that stubs are about.
const STUBBED: &[u8] = include_bytes!("../../java-corpus/Overloads/Overloads.class");

/// A class path with a single class.
struct Single {
    name: String,
    bytes: Vec<u8>,
}

impl ClassSource for Single {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        Ok((internal_name == self.name).then(|| self.bytes.clone()))
    }

    fn describe(&self) -> String {
        "fuzz".into()
    }

    fn class_names(&self) -> Vec<String> {
        vec![self.name.clone()]
    }
}

/// All bytes are read as a class or refused with a reason; what was read can be shown, and becomes a well-formed component or is
/// refused with a reason.
pub fn read_class(bytes: &[u8]) {
    if bytes.len() > MAX_CLASS {
        return;
    }
    let class = match read(bytes, "fuzz") {
        Ok(class) => class,
        Err(problem) => {
            assert!(!problem.message.is_empty(), "refused without a reason");
            return;
        }
    };
    assert_eq!(print_class(&class).lines().next(), print_code(&class).lines().next());
    if size(&class) <= MAX_INSTRUCTIONS {
        lower_alone(&class.name, bytes);
    }
}

fn size(class: &Class) -> usize {
    class.methods.iter().filter_map(|method| method.code.as_ref()).map(|code| code.instructions.len()).sum()
}

/// Lowers a class that sees no other.
fn lower_alone(name: &str, bytes: &[u8]) {
    let classes = ClassPath::new(vec![Box::new(Single { name: name.to_owned(), bytes: bytes.to_vec() })]);
    // Names that no file can have are not loaded.
    let Ok(class) = classes.load(name) else { return };
    let mut request = Request::new(name);
    request.inline_depth = 2;
    match lower(&classes, &request, &class) {
        Ok(lowered) => assert_eq!(check(&lowered.component), Ok(())),
        Err(LowerError::Refused { message, .. } | LowerError::Malformed(message) | LowerError::TooLarge(message)) => {
            assert!(!message.is_empty(), "refused without a reason");
        }
    }
}

/// Every text is read as stubs or refused with located messages.
pub fn read_stubs(text: &str) {
    let classes = ClassPath::new(vec![Box::new(Single { name: "Overloads".into(), bytes: STUBBED.to_vec() })]);
    if let Err(problems) = Stubs::read(text, "fuzz.stubs", &classes) {
        assert!(!problems.is_empty(), "refused without a reason");
        for problem in problems {
            assert!(text.get(problem.span.range()).is_some(), "no such place: {problem:?}");
        }
    }
}
