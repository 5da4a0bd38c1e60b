//! Which unchecked exceptions leave methods of the JDK: those that their documentation names.
//!
//! Code of the JDK reaches nearly all other code of the JDK, so that what it may throw in theory says little. What it
//! throws in practice is documented, method by method: `stubs/documented.txt`, made from its sources. What a caller hands
//! in and the JDK calls is not meant, nor are a few exceptions that are documented for whole classes.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::flow::{Flow, Point};
use super::reach::Exception;
use super::world::World;
use crate::class::{Access, Class, Method};
use crate::classpath::MODEL_PACKAGE;
use crate::descriptor::MethodDescriptor;
use crate::hierarchy::Answer;

/// Exceptions that are documented for whole classes, or not at all since everybody knows them.
const ALWAYS: [&str; 5] = [
    "NullPointerException",
    "ClassCastException",
    "ConcurrentModificationException",
    "IllegalMonitorStateException",
    "ArrayStoreException",
];

/// What every object answers, and how two of them are compared.
const COMPARISONS: [&str; 5] = ["equals", "hashCode", "toString", "compareTo", "compare"];

/// Whether a call of this method compares objects, and the exception is of the JDK and says that a collection has changed
/// meanwhile: nobody changes one while it is compared or printed.
pub(super) fn would_tell_of_change(method: &str, exception: &Exception) -> bool {
    exception.by_jdk && compares(method) && exception.class == "java/util/ConcurrentModificationException"
}

/// Whether a method of this name compares objects, or prints one.
pub(super) fn compares(method: &str) -> bool {
    COMPARISONS.contains(&method)
}

/// Stands in the list for whatever the caller hands in.
const ANYTHING: &str = "*";

static LIST: LazyLock<List> = LazyLock::new(|| List::read(include_str!("../../stubs/documented.txt")));

/// The simple names of the unchecked exceptions that a method may throw.
pub(super) type Documented = Vec<&'static str>;

struct List {
    packages: BTreeSet<&'static str>,
    /// For each class its methods: name and number of parameters, then exceptions.
    classes: FxHashMap<&'static str, Vec<(&'static str, Documented)>>,
}

impl List {
    fn read(text: &'static str) -> List {
        let mut list = List { packages: BTreeSet::new(), classes: FxHashMap::default() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(' ') {
                Some(("package", name)) => drop(list.packages.insert(name)),
                Some((class, methods)) => {
                    drop(list.classes.insert(class, methods.split("; ").filter_map(entry).collect()));
                }
                None => {}
            }
        }
        list
    }

    fn has_package_of(&self, class: &str) -> bool {
        class.rsplit_once('/').is_some_and(|(package, _)| self.packages.contains(package.replace('/', ".").as_str()))
    }

    fn exceptions(&self, class: &str, method: &str) -> &[&'static str] {
        let methods = self.classes.get(class.replace('/', ".").as_str());
        let found = methods.into_iter().flatten().find(|(name, _)| *name == method);
        found.map(|(_, exceptions)| &exceptions[..]).unwrap_or_default()
    }
}

fn entry(written: &'static str) -> Option<(&'static str, Documented)> {
    let (method, exceptions) = written.split_once(' ')?;
    Some((method, exceptions.split(' ').collect()))
}

/// Whether a class is the JDK's own, or what models of its classes have in common.
pub(super) fn is_platform(class: &str) -> bool {
    ["java/", "jdk/", "sun/", MODEL_PACKAGE].iter().any(|above| class.starts_with(above)) || LIST.has_package_of(class)
}

impl World<'_> {
    /// What the documentation of a method of the JDK names, or of those that it overrides; `None` if there is none.
    pub fn documented(&self, class: &Arc<Class>, method: &Method) -> Option<Documented> {
        if !is_platform(&class.name) {
            return None;
        }
        let declaring = match method.name.as_str() {
            "<init>" => vec![Arc::clone(class)],
            _ => self.supertypes(class),
        };
        let arity = method.descriptor.parse::<MethodDescriptor>().ok()?.parameters.len();
        let key = format!("{}/{arity}", method.name);
        let published: Vec<Arc<Class>> =
            declaring.into_iter().filter(|class| is_published(class, &method.name, arity)).collect();
        let named = published.iter().flat_map(|class| LIST.exceptions(&class.name, &key).to_vec()).collect();
        (!published.is_empty()).then_some(named)
    }

    /// The unchecked exceptions that the documentation of a method of the JDK names, but for those that any may throw.
    pub fn documented_unchecked(&self, class: &Arc<Class>, method: &Method) -> BTreeSet<String> {
        let named = self.documented(class, method).unwrap_or_default().into_iter();
        let telling = named.filter(|name| *name != ANYTHING && !ALWAYS.contains(name));
        telling.filter_map(|name| self.unchecked_of_platform(class, name)).collect()
    }

    /// The unchecked exception of the JDK that documentation of a class calls by its simple name.
    fn unchecked_of_platform(&self, class: &Class, name: &str) -> Option<String> {
        let own = class.name.rsplit_once('/').map(|(package, _)| package.to_owned());
        let others = LIST.packages.iter().map(|package| package.replace('.', "/"));
        let mut meant = own.into_iter().chain(others).map(|package| format!("{package}/{name}"));
        let found = meant.find(|name| self.class(name).is_some())?;
        let is_a = |above: &str| self.is_subclass(&found, above) == Answer::Yes;
        ["java/lang/RuntimeException", "java/lang/Error"].into_iter().any(is_a).then_some(found)
    }

    /// Whether documentation that names these exceptions lets a method throw one of a class.
    pub fn lets_throw(&self, documented: &[&str], exception: &str) -> bool {
        let Some(class) = self.class(exception) else { return true };
        let above: Vec<String> = self.superclasses(&class).into_iter().map(|class| class.name.clone()).collect();
        let names: Vec<&str> = above.iter().filter_map(|name| name.rsplit(['/', '$']).next()).collect();
        !["RuntimeException", "Error"].iter().any(|unchecked| names.contains(unchecked))
            || documented.contains(&ANYTHING)
            || names.iter().any(|name| ALWAYS.contains(name) || documented.contains(name))
    }
}

impl Flow<'_, '_> {
    /// Whether an exception that code of the JDK throws at a point would leave a method of the JDK, followed until here,
    /// whose documentation does not name it.
    pub fn is_undocumented(&self, point: &Point, exception: &Exception) -> bool {
        let mut at = Some((point.context, point.offset));
        while let Some((context, offset)) = at.filter(|_| exception.by_jdk) {
            let context = &self.contexts[context];
            if !is_platform(&context.class.name) || !self.world.leaves_code(&context.code, offset, exception) {
                return false;
            }
            let documented = self.world.documented(&context.class, &context.class.methods[context.method]);
            if documented.is_some_and(|named| !self.world.lets_throw(&named, &exception.class)) {
                return true;
            }
            at = context.caller.as_ref().map(|caller| (caller.context, caller.offset));
        }
        false
    }
}

/// Whether a class is one whose documentation everybody reads, and declares a method for others to call.
fn is_published(class: &Class, name: &str, arity: usize) -> bool {
    let is_it = |method: &Method| {
        let has_arity =
            || method.descriptor.parse::<MethodDescriptor>().is_ok_and(|found| found.parameters.len() == arity);
        let is_open = method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED);
        method.name == name && is_open && has_arity()
    };
    class.access.has(Access::PUBLIC) && LIST.has_package_of(&class.name) && class.methods.iter().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::{LIST, is_platform};

    #[test]
    fn iterators_say_what_they_throw() {
        assert_eq!(LIST.exceptions("java/util/Iterator", "next/0"), ["NoSuchElementException"]);
        assert_eq!(LIST.exceptions("java/util/Iterator", "hasNext/0"), [""; 0]);
        assert!(LIST.exceptions("java/util/Optional", "orElseThrow/1").contains(&"*"));
    }

    #[test]
    fn libraries_are_not_the_jdk() {
        assert!(
            is_platform("javax/crypto/Mac") && is_platform("java/util/Map$Entry") && is_platform("sun/misc/Unsafe")
        );
        assert!(!is_platform("javax/servlet/Filter") && !is_platform("Foo"));
    }
}
