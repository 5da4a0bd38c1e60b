//! Reading class files: all of the installed JDK, beside another reader and `javap`, and one small class in detail.

use std::io::Cursor;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use etiquette_java::class::{Access, BootstrapArgument, Class, Constant, Instruction, Invocation, Method};
use etiquette_java::classpath::{ClassPath, ClassSource, JimageSource, JmodSource};
use etiquette_java::jdk::Jdk;
use etiquette_java::read::read_class;
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;

use crate::common::{computing_time, jdk_or_skip};
use crate::skipped::skipped;

const SAMPLE: &[u8] = include_bytes!("../data/Sample.class");

fn sample() -> Class {
    read_class(SAMPLE, "Sample.class").unwrap()
}

fn method<'a>(class: &'a Class, name: &str) -> &'a Method {
    class.methods.iter().find(|method| method.name == name).unwrap()
}

fn instructions<'a>(class: &'a Class, name: &str) -> impl Iterator<Item = &'a Instruction> {
    method(class, name).code.as_ref().unwrap().instructions.iter().map(|(_, instruction)| instruction)
}

/// The other JDKs that are installed beside a JDK.
fn siblings(jdk: &Jdk) -> Vec<Jdk> {
    let home = jdk.home.canonicalize().unwrap();
    let beside = home.parent().and_then(|parent| parent.read_dir().ok()).into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> = beside.filter_map(|entry| entry.path().canonicalize().ok()).collect();
    homes.sort();
    homes.dedup();
    homes.iter().filter(|other| **other != home).filter_map(|other| Jdk::find(Some(other)).ok()).collect()
}

#[test]
fn a_class_has_its_outline() {
    let class = sample();
    assert_eq!((class.name.as_str(), class.version), ("Sample", 61));
    assert_eq!(class.superclass.as_deref(), Some("java/lang/Object"));
    assert_eq!(class.source_file.as_deref(), Some("Sample.java"));
    assert_eq!(class.permitted_subclasses, ["Sample$Special"]);
    let constants: Vec<_> = class.fields.iter().map(|field| (field.name.as_str(), field.constant.clone())).collect();
    assert_eq!(constants[0], ("LIMIT", Some(Constant::Int(70000))));
    assert_eq!(constants[1], ("NAME", Some(Constant::String("sample".into()))));
    assert_eq!(constants[2], ("names", None));
}

/// The class's own flags can't say that it is private or static.
#[test]
fn nested_classes_have_the_flags_of_their_declaration() {
    let bytes = include_bytes!("../../../../java-corpus/CleanedState/CleanedState$State.class");
    let nested = read_class(bytes, "State.class").unwrap();
    assert!(!nested.access.has(Access::PRIVATE));
    assert!(nested.declared_access().has(Access::PRIVATE) && nested.declared_access().has(Access::STATIC));
    assert_eq!(sample().declared_access(), sample().access);
}

#[test]
fn parameters_have_their_names() {
    let names = |name: &str| method(&sample(), name).parameter_names.clone();
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(names("pick"), [some("key"), some("weight"), some("word")]);
    assert_eq!(names("counted"), [some("table")]);
    assert_eq!(names("<init>"), []);
}

#[test]
fn switches_handlers_and_lines_are_resolved() {
    let class = sample();
    let switches: Vec<usize> = instructions(&class, "pick")
        .filter_map(|found| if let Instruction::Switch(cases, _) = found { Some(cases.len()) } else { None })
        .collect();
    assert_eq!(switches, [3, 2, 2]);
    let code = method(&class, "add").code.as_ref().unwrap();
    let caught: Vec<_> = code.handlers.iter().map(|handler| handler.catch.as_deref()).collect();
    assert!(caught.contains(&Some("java/lang/IllegalStateException")) && caught.contains(&None), "{caught:?}");
    assert_eq!(code.line(0), Some(27));
}

#[test]
fn call_sites_are_linked_to_their_bootstrap_methods() {
    let class = sample();
    let site = |name: &str| {
        let found = instructions(&class, name).find_map(|found| match found {
            Instruction::InvokeDynamic(site) => Some(site.clone()),
            _ => None,
        });
        found.unwrap()
    };
    let concatenation = site("add");
    assert_eq!(concatenation.bootstrap.class, "java/lang/invoke/StringConcatFactory");
    assert_eq!(concatenation.descriptor, "(I)Ljava/lang/String;");
    assert_eq!(concatenation.arguments, [BootstrapArgument::Constant(Constant::String("null \u{1}".into()))]);
    let lambda = site("counted");
    assert_eq!(lambda.name, "getAsInt");
    assert!(
        matches!(&lambda.arguments[1], BootstrapArgument::Handle(Invocation::Static, target) if target.name.starts_with("lambda$"))
    );
}

/// `cafebabe` refuses such a class: in JDK 25 it is `jdk.jpackage.internal.PackageBuilder`.
#[test]
fn bootstrap_arguments_computed_at_run_time_are_not_looked_into() {
    let class = read_class(include_bytes!("../data/Labels.class"), "Labels.class").unwrap();
    let site = instructions(&class, "code").find_map(|found| match found {
        Instruction::InvokeDynamic(site) => Some(site.clone()),
        _ => None,
    });
    let site = site.unwrap();
    assert_eq!(site.bootstrap.name, "typeSwitch");
    let class = |name: &str| BootstrapArgument::Constant(Constant::Class(name.to_owned()));
    let computed = BootstrapArgument::Constant(Constant::Other);
    assert_eq!(site.arguments, [computed.clone(), computed, class("Labels$Colour"), class("Labels$Size")]);
}

#[test]
fn new_arrays_have_their_full_type() {
    let arrays = |found: &Instruction| matches!(found, Instruction::NewArray(array, 2) if array == "[[[I");
    assert!(instructions(&sample(), "counted").any(arrays));
}

/// Opening takes under 300 ms. Of the JDK that is found, every class of every module reads; of others, every class of
/// `java.base`.
#[test]
fn every_class_of_the_jdks_reads() {
    let test = "every_class_of_the_jdks_reads";
    let Some(found) = jdk_or_skip() else { return };
    for jdk in siblings(&found).iter().chain([&found]) {
        let (source, opened) = computing_time(|| JimageSource::open(&jdk.image()).unwrap());
        eprintln!("{test}: JDK {} opened in {opened:?}", jdk.version.as_deref().unwrap_or("?"));
        assert!(opened.as_millis() < 300, "{opened:?}");
        read_all(&source, "java.base", &source.class_names_of("java.base"));
    }
    let source = JimageSource::open(&found.image()).unwrap();
    read_all(&source, "all modules", &source.class_names());
}

/// Reads classes, and says how long that took. Unoptimised, which is slow, one in ten is enough.
fn read_all(source: &dyn ClassSource, part: &str, names: &[String]) {
    assert!(names.len() > 5000, "{part} has only {} classes", names.len());
    let start = Instant::now();
    let names: Vec<&String> = names.iter().step_by(if cfg!(debug_assertions) { 10 } else { 1 }).collect();
    for name in &names {
        let bytes = source.bytes(name).unwrap().unwrap();
        let class = read_class(&bytes, name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(class.name, **name);
    }
    eprintln!("{} classes of {part} read in {:?}", names.len(), start.elapsed());
}

/// Another reader finds as many instructions, handlers and slots in each method of `java.base`.
#[test]
fn another_reader_agrees() {
    let Some(jdk) = jdk_or_skip() else { return };
    let source = JimageSource::open(&jdk.image()).unwrap();
    let mut compared = 0;
    for name in source.class_names_of("java.base").into_iter().step_by(if cfg!(debug_assertions) { 10 } else { 1 }) {
        let bytes = source.bytes(&name).unwrap().unwrap();
        let Ok(other) = ClassFile::from_bytes(&mut Cursor::new(bytes.clone())) else { continue };
        let theirs: Vec<_> = other.methods.iter().map(|method| method.attributes.iter().find_map(their_size)).collect();
        let class = read_class(&bytes, &name).unwrap();
        let ours: Vec<_> = class.methods.iter().map(our_size).collect();
        assert_eq!(ours, theirs, "{name}");
        compared += 1;
    }
    assert!(compared > 500, "only {compared} classes were compared");
}

fn our_size(method: &Method) -> Option<(u16, usize, usize)> {
    method.code.as_ref().map(|code| (code.max_locals, code.instructions.len(), code.handlers.len()))
}

fn their_size(attribute: &Attribute) -> Option<(u16, usize, usize)> {
    match attribute {
        Attribute::Code { max_locals, code, exception_table, .. } => {
            Some((*max_locals, code.len(), exception_table.len()))
        }
        _ => None,
    }
}

/// `javap -c` prints instructions at the same offsets, in the same order.
#[test]
fn javap_agrees_on_offsets() {
    let Some(jdk) = jdk_or_skip() else { return };
    let Some(javap) = jdk.program("javap") else { return skipped("no javap") };
    let classes = ClassPath::open(&[], Some(&jdk)).unwrap();
    for name in [
        "java/util/ArrayList",
        "java/util/ArrayList$ListItr",
        "java/util/Scanner",
        "java/net/Socket",
        "java/util/Formatter",
    ] {
        let output = Command::new(&javap).args(["-c", "-p", &name.replace('/', ".")]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let theirs: Vec<u32> = printed.lines().filter_map(printed_offset).collect();
        let class = classes.load(name).unwrap();
        let codes = class.methods.iter().filter_map(|method| method.code.as_ref());
        let ours: Vec<u32> = codes.flat_map(|code| code.instructions.iter().map(|(offset, _)| *offset)).collect();
        assert_eq!(ours, theirs, "{name}");
    }
}

/// The offset on a line of `javap -c` such as `      12: iload_1`; lines of a `switch` have their targets behind the
/// colon.
fn printed_offset(line: &str) -> Option<u32> {
    let (offset, rest) = line.trim_start().split_once(": ")?;
    rest.starts_with(|c: char| c.is_ascii_lowercase()).then(|| offset.parse().ok())?
}

/// The `jmods` of a JDK hold the same classes as its `lib/modules`.
#[test]
fn jmods_hold_the_same_classes() {
    let Some(jdk) = jdk_or_skip() else { return };
    let file = jdk.home.join("jmods").join("java.base.jmod");
    if !file.is_file() {
        return skipped(format_args!("{} has no jmods", jdk.home.display()));
    }
    let (jmod, image) = (JmodSource::open_file(&file).unwrap(), JimageSource::open(&jdk.image()).unwrap());
    for name in ["java/lang/Object", "java/util/ArrayList", "java/util/ArrayList$ListItr"] {
        let read = |source: &dyn ClassSource| read_class(&source.bytes(name).unwrap().unwrap(), name).unwrap();
        assert_eq!(read(&jmod), read(&image));
    }
    assert!(jmod.class_names().len() > 5000);
}
