//! Methods of the JDK that are known by their documentation never to return null, or a negative number, to refuse an
//! index, or to throw nothing but one exception, where their code does not show it.
//!
//! The lists are in `stubs/`, in the form of stubs that a user writes, or nearly so. They are asked only about calls
//! that are not followed, and whatever rests on one of their lines is noted.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::exceptions::dotted;
use super::flow::{Flow, Point};
use super::model::About;
use super::signature::Signature;
use super::world::World;
use crate::class::{Class, Member, Method};
use crate::hierarchy::Answer;

static NEVER_NULL: List = List::new(include_str!("../../stubs/never-null.stubs"), " returns nonnull");
static NEVER_NEGATIVE: List = List::new(include_str!("../../stubs/never-negative.stubs"), " returns 0..");
static CHECKED_INDEX: List = List::new(
    include_str!("../../stubs/checked-index.stubs"),
    " throws IndexOutOfBoundsException outside 0..2147483646",
);

static ONLY_LOOKS: List = List::new(include_str!("../../stubs/only-looks.stubs"), " only looks");

static FORMATTING: List =
    List::new(include_str!("../../stubs/formatting.stubs"), " throws nothing but IllegalFormatException");

static THROWS_NOTHING: List = List::new(include_str!("../../stubs/throws-nothing.stubs"), " throws nothing");

/// What an answer rests on: methods that their documentation says never to return null.
pub(super) type Promises = BTreeSet<String>;

/// A line of a list: a class by its internal name, and a method of it.
struct Promise {
    class: String,
    method: Signature,
}

/// A list whose lines end in the same clause.
struct List {
    text: &'static str,
    clause: &'static str,
    promises: OnceLock<Vec<Promise>>,
}

impl List {
    const fn new(text: &'static str, clause: &'static str) -> Self {
        List { text, clause, promises: OnceLock::new() }
    }

    fn promises(&self) -> &[Promise] {
        let read = || self.text.lines().filter_map(|line| promise(line.strip_suffix(self.clause)?)).collect();
        self.promises.get_or_init(read)
    }
}

fn promise(written: &str) -> Option<Promise> {
    let name_end = written.find('(').unwrap_or(written.len());
    let (class, _) = written[..name_end].rsplit_once('.')?;
    Some(Promise { class: class.replace('.', "/"), method: Signature::read(&written[class.len() + 1..]) })
}

impl World<'_> {
    /// The method whose documentation says that this call never gives back null: itself, or one that it overrides.
    pub fn promised_not_null(&self, member: &Member) -> Option<String> {
        self.promised(&NEVER_NULL, member)
    }

    /// The method whose documentation says that this call never gives back a negative number: itself, or one that it
    /// overrides.
    pub fn promised_not_negative(&self, member: &Member) -> Option<String> {
        self.promised(&NEVER_NEGATIVE, member)
    }

    /// The method whose documentation says that this call changes nothing, and tells what its object is like.
    pub fn promised_to_look(&self, member: &Member) -> Option<String> {
        self.promised(&ONLY_LOOKS, member)
    }

    /// The method whose documentation says that this call refuses an index that no element can have: itself, or one
    /// that it overrides.
    pub fn promised_checked_index(&self, member: &Member) -> Option<String> {
        self.promised(&CHECKED_INDEX, member)
    }

    /// The method whose documentation says that this call makes a text, and throws nothing but
    /// `IllegalFormatException`.
    pub fn promised_text(&self, member: &Member) -> Option<String> {
        self.promised(&FORMATTING, member)
    }

    /// Whether a method itself is known to throw nothing.
    pub fn throws_nothing(&self, class: &Class, method: &Method) -> bool {
        let is_meant = |promise: &Promise| promise.class == class.name && promise.method.means(method);
        THROWS_NOTHING.promises().iter().any(is_meant)
    }

    fn promised(&self, list: &List, member: &Member) -> Option<String> {
        let promises = list.promises().iter();
        let mut alike = promises.filter(|promise| promise.method.means_member(&member.name, &member.descriptor));
        let found = alike.find(|promise| self.is_subclass(&member.class, &promise.class) == Answer::Yes)?;
        Some(format!("{}.{}", dotted(&found.class), found.method.name))
    }
}

impl Flow<'_, '_> {
    /// Notes what it rests on that a number is not negative.
    pub fn note_never_negative(&mut self, point: &Point, method: &str) {
        let text = format!("`{method}` never returns a negative number, as its documentation says");
        self.note(point, About::World, text);
    }

    /// Notes what an answer rests on.
    pub fn note_promises(&mut self, point: &Point, promises: &Promises) {
        for method in promises {
            self.note(point, About::World, format!("`{method}` never returns null, as its documentation says"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classpath::ClassPath;
    use crate::jdk::Jdk;

    const LISTS: [&List; 6] = [&NEVER_NULL, &NEVER_NEGATIVE, &ONLY_LOOKS, &CHECKED_INDEX, &FORMATTING, &THROWS_NOTHING];

    #[test]
    fn every_line_is_read() {
        for list in LISTS {
            let lines = list.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            assert_eq!(lines.count(), list.promises().len());
        }
    }

    #[test]
    fn every_line_names_a_method_of_the_jdk() {
        let Ok(jdk) = Jdk::find(None) else { return println!("skipped: no JDK was found") };
        let classes = ClassPath::open(&[], Some(&jdk)).expect("a readable JDK");
        for Promise { class, method } in LISTS.into_iter().flat_map(List::promises) {
            let Ok(class) = classes.load(class) else { panic!("there is no `{class}`") };
            assert!(class.methods.iter().any(|declared| method.means(declared)), "`{}` has no `{method}`", class.name);
        }
    }
}
