//! Models of JDK classes: they are what their sources say, have what their classes have, stand alone, and can do what
//! their classes do.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use etiquette_java::class::{outermost, package_of};
use etiquette_java::classpath::{ClassPath, ClassSource, DirectorySource, JarSource, ModelError, Models};
use etiquette_java::{ErrorChoice, Request, lower};

use crate::common::jdk_or_skip;
use crate::skipped::skipped;

/// How many words are tried for each class.
const WORDS: &str = "60";

/// Methods that classes have in later releases only.
const LATER: [&str; 10] = [
    "newHashMap",
    "newLinkedHashMap",
    "newHashSet",
    "newLinkedHashSet",
    "repeat",
    "threadId",
    "isVirtual",
    "startVirtualThread",
    "newThreadPerTaskExecutor",
    "newVirtualThreadPerTaskExecutor",
];

/// The release whose compiler made the jar.
const COMPILED_BY: u32 = 17;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
}

fn jar() -> JarSource {
    JarSource::open(&folder().join("models.jar"), COMPILED_BY).expect("a readable jar")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

fn compile(sources: &[PathBuf], patched: &Path, javac: &Path) -> tempfile::TempDir {
    let classes = tempfile::tempdir().expect("a folder");
    let patch = format!("java.base={}", patched.display());
    let ran = Command::new(javac)
        .args(["--patch-module", &patch, "-g:source,lines", "-nowarn", "-Xlint:none", "-d"])
        .arg(classes.path())
        .args(sources)
        .output()
        .expect("javac runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    classes
}

#[test]
fn the_jar_is_made_from_the_sources() {
    let Some(jdk) = jdk_or_skip() else { return };
    let javac = jdk.home.join("bin/javac");
    if jdk.release != Some(COMPILED_BY) || !javac.exists() {
        return skipped("models.jar is not compared with its sources: that takes the javac of JDK 17");
    }
    let source = folder().join("src");
    let compiled = compile(&sources(&source), &source, &javac);
    let (compiled, jar) = (DirectorySource::new(compiled.path()), jar());
    assert_eq!(compiled.class_names(), jar.class_names());
    for name in jar.class_names() {
        assert!(compiled.bytes(&name) == jar.bytes(&name), "run crates/etiquette-java/models/build: {name} differs");
    }
}

#[test]
fn models_have_the_methods_of_their_classes() {
    let Some(jdk) = jdk_or_skip() else { return };
    let classes = ClassPath::open(&[], Some(&jdk)).expect("a readable JDK");
    let models = Models::open(&[folder().join("models.jar")]).expect("a readable jar");
    let is_of_later_release = |wrong: &ModelError| LATER.iter().any(|method| wrong.message.contains(method));
    let wrong: Vec<ModelError> =
        models.check(&classes).into_iter().filter(|wrong| !is_of_later_release(wrong)).collect();
    assert_eq!(wrong, []);
}

/// The same random calls on each class and on its model, with all choices that the model may make.
#[test]
fn models_can_do_what_their_classes_do() {
    let Some(jdk) = jdk_or_skip() else { return };
    let (java, javac) = (jdk.home.join("bin/java"), jdk.home.join("bin/javac"));
    if !java.exists() || !javac.exists() {
        return skipped("models are not held against their classes: that takes a JDK with a compiler");
    }
    let work = tempfile::tempdir().expect("a folder");
    let program = work.path().join("program");
    let ran = Command::new(&javac)
        .args(["-nowarn", "-Xlint:none", "-d"])
        .arg(&program)
        .args(sources(&folder().join("differential")))
        .output()
        .expect("javac runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let opened = ["java.lang", "java.util", "java.util.concurrent", "java.util.stream"]
        .map(|name| format!("--add-opens=java.base/{name}=ALL-UNNAMED"));
    let ran = Command::new(java)
        .args(opened)
        .arg("-cp")
        .arg(&program)
        .arg("Differential")
        .args([&folder().join("src"), &work.path().join("models")])
        .arg(WORDS)
        .output()
        .expect("java runs");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
    let compared: BTreeSet<&str> = said.lines().filter_map(|line| line.split_once(": ")).map(|found| found.0).collect();
    let names = jar().class_names().iter().map(|name| name.replace('/', ".")).collect::<Vec<_>>();
    let missing = names.iter().filter(|name| name.starts_with("java.") && !name.contains('$'));
    assert_eq!(missing.filter(|name| !compared.contains(name.as_str())).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// A class that is not modelled would look for what a model above it does not have.
#[test]
fn what_extends_a_model_in_its_package_is_modelled() {
    let Some(jdk) = jdk_or_skip() else { return };
    let classes = ClassPath::open(&[], Some(&jdk)).expect("a readable JDK");
    let modelled: BTreeSet<String> = jar().class_names().iter().map(|name| outermost(name).to_owned()).collect();
    let names = classes.class_names();
    let mut lacking = names.iter().filter(|name| !modelled.contains(outermost(name))).filter(|name| {
        let above = classes.load(name).ok().and_then(|class| class.superclass.clone());
        above.is_some_and(|above| modelled.contains(&above) && package_of(&above) == package_of(name))
    });
    assert_eq!(lacking.next(), None);
}

const HOLDER: &str = "public class Holder {
    private final java.util.List<String> list = new java.util.ArrayList<>();
    public void add(String text) { list.add(text); }
    public String take() {
        if (list.isEmpty()) throw new IllegalStateException();
        return list.remove(0);
    }
}";

/// A folder with a class that holds a list.
fn holder(javac: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Holder.java");
    std::fs::write(&source, HOLDER).expect("a file");
    let ran = Command::new(javac).arg("-d").arg(folder.path()).arg(&source).status().expect("javac runs");
    assert!(ran.success());
    folder
}

fn variables(classes: &ClassPath, models: Models) -> Vec<String> {
    let class = classes.load("Holder").expect("the class");
    let errors = vec![ErrorChoice::read("IllegalStateException")];
    let lowered = lower(classes, &Request { errors, models, ..Request::new("Holder") }, &class).expect("a component");
    lowered.component.variables.iter().map(|variable| variable.binding.name.clone()).collect()
}

#[test]
fn a_model_stands_for_what_is_used_with_a_jdk_or_without() {
    let Some(jdk) = jdk_or_skip() else { return };
    let folder = holder(&jdk.home.join("bin/javac"));
    let is_real = |name: &String| name.starts_with("list.elementData");
    for jdk in [Some(&jdk), None] {
        let classes = ClassPath::open(&[folder.path().to_owned()], jdk).expect("readable");
        assert!(variables(&classes, Models::default()).contains(&"list.size".to_owned()));
        assert!(!variables(&classes, Models::default()).iter().any(is_real));
        assert_eq!(variables(&classes, Models::none()).iter().any(is_real), jdk.is_some());
    }
}

#[test]
fn a_model_that_does_not_fit_its_class_is_wrong() {
    let Some(jdk) = jdk_or_skip() else { return };
    let sources = tempfile::tempdir().expect("a folder");
    let source = sources.path().join("Observable.java");
    let text = "package java.util; public class Observable { public void addObserver(Object wrong) {} }";
    std::fs::write(&source, text).expect("a file");
    let compiled = compile(&[source], sources.path(), &jdk.home.join("bin/javac"));
    let models = Models::open(&[compiled.path().to_owned()]).expect("a readable folder");
    let wrong = models.check(&ClassPath::open(&[], Some(&jdk)).expect("a readable JDK"));
    let messages: Vec<&str> = wrong.iter().map(|wrong| wrong.message.as_str()).collect();
    assert!(messages.contains(&"lacks `notifyObservers()`, which the class has"), "{messages:?}");
    assert!(messages.contains(&"has `addObserver(java.lang.Object)`, which the class has not"), "{messages:?}");
}
