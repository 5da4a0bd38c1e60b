//! Where classes come from: directories, class files, jars for several releases, the JDK; and what is said when they
//! are not there.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use etiquette_java::classpath::{
    ClassPath, ClassSource, DirectorySource, JarSource, JimageSource, JmodSource, LoadError,
};
use etiquette_java::jdk::{Jdk, JdkError};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::{HandClass, jdk_or_skip};

fn write_class(root: &Path, class: &HandClass) {
    write_bytes(root, class.name, &class.bytes());
}

fn write_bytes(root: &Path, name: &str, bytes: &[u8]) {
    let file = root.join(format!("{name}.class"));
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

fn write_jar(path: &Path, entries: &[(&str, Vec<u8>)]) {
    let mut jar = ZipWriter::new(File::create(path).unwrap());
    for (name, content) in entries {
        jar.start_file(*name, SimpleFileOptions::default()).unwrap();
        jar.write_all(content).unwrap();
    }
    jar.finish().unwrap();
}

fn made(name: &'static str) -> HandClass {
    HandClass::new(name, Some("java/lang/Object"))
}

fn directory(root: &Path) -> ClassPath {
    ClassPath::open(&[root.to_owned()], None).unwrap()
}

#[test]
fn classes_come_from_the_first_source_that_has_them_and_are_read_once() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_class(first.path(), &made("a/B").field("first"));
    write_class(second.path(), &made("a/B").field("second"));
    write_class(second.path(), &made("a/C"));
    let classes = ClassPath::open(&[first.path().to_owned(), second.path().to_owned()], None).unwrap();
    let class = classes.load("a/B").unwrap();
    assert_eq!(class.fields[0].name, "first");
    assert!(Arc::ptr_eq(&class, &classes.load("a/B").unwrap()));
    assert_eq!(*classes.class_names(), ["a/B", "a/C"]);
    assert_eq!(classes.class_names_from("a/C"), ["a/C"]);
}

#[test]
fn ten_thousand_classes_in_a_jar_are_listed_and_only_those_that_are_used_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("large.jar");
    let names: Vec<String> = (0..10_000).map(|number| format!("p/C{number}.class")).collect();
    let mut entries: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), Vec::new())).collect();
    entries.push(("q/Used.class", made("q/Used").bytes()));
    write_jar(&jar, &entries);
    let classes = ClassPath::open(&[jar], None).unwrap();
    assert_eq!(classes.class_names().len(), 10_001);
    assert_eq!(classes.load("q/Used").unwrap().name, "q/Used");
    assert!(matches!(classes.load("p/C7"), Err(LoadError::Unreadable(_))), "what is damaged harms no other");
    assert_eq!(classes.resolve_name("q.Usd").unwrap_err().suggestions, ["q.Used"]);
}

#[test]
fn a_missing_class_says_what_was_searched() {
    let root = tempfile::tempdir().unwrap();
    let classes = directory(root.path());
    let error = classes.load("a/Missing").unwrap_err();
    let expected = format!("class `a.Missing` was not found; searched directory {}", root.path().display());
    assert_eq!(error.to_string(), expected);
    let nowhere = ClassPath::default().load("a/Missing").unwrap_err();
    assert!(nowhere.to_string().contains("neither a class path nor a JDK"), "{nowhere}");
    assert!(matches!(classes.load("../a/Missing"), Err(LoadError::NotFound { .. })));
}

#[test]
fn a_class_in_the_wrong_place_is_named() {
    let root = tempfile::tempdir().unwrap();
    write_bytes(root.path(), "b/B", &made("a/B").bytes());
    let error = directory(root.path()).load("b/B").unwrap_err();
    assert!(error.to_string().ends_with("has the class `a.B` in the place of `b.B`"), "{error}");
    let error = DirectorySource::of_class_file(&root.path().join("b/B.class")).unwrap_err();
    assert!(error.to_string().contains("its path must end in `a/B.class`"), "{error}");
}

#[test]
fn an_unreadable_class_is_an_error_with_its_place() {
    let root = tempfile::tempdir().unwrap();
    write_bytes(root.path(), "a/B", &made("a/B").bytes()[..20]);
    let error = directory(root.path()).load("a/B").unwrap_err();
    assert!(error.to_string().starts_with("`a.B` in directory "), "{error}");
}

#[test]
fn a_class_file_stands_for_the_directory_of_its_package() {
    let root = tempfile::tempdir().unwrap();
    write_class(root.path(), &made("com/acme/Foo"));
    write_class(root.path(), &made("com/acme/Foo$Bar"));
    let file = root.path().join("com/acme/Foo.class");
    let (source, name) = DirectorySource::of_class_file(&file).unwrap();
    assert_eq!(name, "com/acme/Foo");
    assert_eq!(source, DirectorySource::new(root.path().canonicalize().unwrap()));
    assert!(ClassPath::open(&[file], None).unwrap().load("com/acme/Foo$Bar").is_ok());
}

#[test]
fn names_are_resolved_as_people_write_them() {
    let root = tempfile::tempdir().unwrap();
    for name in ["com/acme/Outer", "com/acme/Outer$Inner", "com/acme/Outer$Inner$Deep"] {
        write_class(root.path(), &made(name));
    }
    let classes = directory(root.path());
    let resolve = |written: &str| classes.resolve_name(written).unwrap();
    assert_eq!(resolve("com.acme.Outer"), "com/acme/Outer");
    assert_eq!(resolve("com/acme/Outer$Inner"), "com/acme/Outer$Inner");
    assert_eq!(resolve("com.acme.Outer.Inner.Deep"), "com/acme/Outer$Inner$Deep");
    let error = classes.resolve_name("com.acme.Outer.Iner").unwrap_err();
    assert_eq!(error.suggestions, ["com.acme.Outer$Inner"]);
    assert!(error.to_string().ends_with("did you mean `com.acme.Outer$Inner`?"), "{error}");
    assert_eq!(classes.resolve_name("Outer").unwrap_err().suggestions, ["com.acme.Outer"]);
}

#[test]
fn multi_release_jars_give_each_release_its_classes() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("app.jar");
    let versions = [("", "base"), ("META-INF/versions/9/", "nine"), ("META-INF/versions/21/", "twentyone")];
    let mut entries: Vec<(String, Vec<u8>)> =
        versions.map(|(prefix, field)| (format!("{prefix}a/B.class"), made("a/B").field(field).bytes())).to_vec();
    entries.push(("META-INF/versions/11/a/New.class".to_owned(), made("a/New").bytes()));
    let manifest = |text: &str| ("META-INF/MANIFEST.MF".to_owned(), text.as_bytes().to_vec());
    let field = |release: u32| {
        let jar = JarSource::open(&path, release).unwrap();
        let names = jar.class_names();
        let class = ClassPath::new(vec![Box::new(jar)]).load("a/B").unwrap();
        (class.fields[0].name.clone(), names.len())
    };
    let write = |entries: &[(String, Vec<u8>)]| {
        let named: Vec<_> = entries.iter().map(|(name, content)| (name.as_str(), content.clone())).collect();
        write_jar(&path, &named);
    };
    entries.push(manifest("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\nName: x\r\n"));
    write(&entries);
    assert_eq!(field(8), ("base".to_owned(), 1));
    assert_eq!(field(17), ("nine".to_owned(), 2));
    assert_eq!(field(25), ("twentyone".to_owned(), 2));
    entries.pop();
    entries.push(manifest("Manifest-Version: 1.0\r\n"));
    write(&entries);
    assert_eq!(field(25), ("base".to_owned(), 1));
}

#[test]
fn damaged_archives_are_errors() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("app.jar");
    write_jar(&path, &[("a/B.class", made("a/B").bytes()), ("META-INF/MANIFEST.MF", b"Multi-Release: true".to_vec())]);
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        read_all(JarSource::open(&path, 17).ok());
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] = !changed[at];
        fs::write(&path, &changed).unwrap();
        read_all(JarSource::open(&path, 17).ok());
    }
    assert!(JarSource::open(Path::new("no.jar"), 17).is_err());
    assert!(JmodSource::open(Path::new("no-jmods")).is_err());
}

fn read_all(jar: Option<JarSource>) {
    if let Some(jar) = jar {
        let names = jar.class_names();
        let classes = ClassPath::new(vec![Box::new(jar)]);
        names.iter().for_each(|name| drop(classes.load(name)));
    }
}

#[test]
fn a_damaged_jdk_image_is_an_error() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("modules");
    let header = |length: u32| {
        let numbers = [0xCAFE_DADA_u32, 0x0001_0000, 0, 5, length, 100, 100];
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()
    };
    for content in [vec![], b"no image at all".to_vec(), header(5), header(u32::MAX)] {
        fs::write(&path, &content).unwrap();
        let error = JimageSource::open(&path).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("JDK modules"), "{error}");
    }
}

#[test]
fn a_jdk_is_found_where_the_user_says() {
    let root = tempfile::tempdir().unwrap();
    let unusable = Jdk::find(Some(root.path())).unwrap_err();
    assert!(matches!(unusable, JdkError::Unusable { .. }));
    assert!(unusable.to_string().contains("(from --jdk)"), "{unusable}");
    let by_home = Jdk::find_in(None, Some(root.path().as_os_str()), None).unwrap_err();
    assert!(by_home.to_string().contains("(from JAVA_HOME)"), "{by_home}");
    let Some(found) = jdk_or_skip() else { return };
    assert_eq!(Jdk::find_in(Some(&found.home), None, None).unwrap(), found);
    let bin = found.home.join("bin");
    let by_path = Jdk::find_in(None, None, Some(bin.as_os_str())).unwrap();
    assert_eq!(by_path.version, found.version);
    assert!(found.release.is_some_and(|release| release >= 9));
}

#[test]
fn names_of_jdk_classes_are_resolved_and_suggested() {
    let Some(jdk) = jdk_or_skip() else { return };
    let classes = ClassPath::open(&[], Some(&jdk)).unwrap();
    assert_eq!(classes.resolve_name("java.util.ArrayList.ListItr").unwrap(), "java/util/ArrayList$ListItr");
    assert_eq!(classes.resolve_name("java.util.Scanner").unwrap(), "java/util/Scanner");
    let error = classes.resolve_name("java.util.ArayList").unwrap_err();
    assert_eq!(error.suggestions[0], "java.util.ArrayList");
    assert_eq!(classes.resolve_name("Scanner").unwrap_err().suggestions[0], "java.util.Scanner");
}
