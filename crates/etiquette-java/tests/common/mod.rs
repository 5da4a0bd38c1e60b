//! What the tests of reading share: the JDK of this machine, and class files made by hand.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use etiquette_java::classpath::{ClassSource, SourceError};
use etiquette_java::jdk::Jdk;

use crate::skipped::skipped;

/// The JDK that the program would find; without one, says so and gives `None`.
pub fn jdk_or_skip() -> Option<Jdk> {
    match Jdk::find(None) {
        Ok(jdk) => Some(jdk),
        Err(error) => {
            skipped(error);
            None
        }
    }
}

/// What a computation gives, and the time that this thread computed for, on Linux: on a busy machine the clock says
/// little.
pub fn computing_time<T>(compute: impl FnOnce() -> T) -> (T, Duration) {
    let (started, before) = (Instant::now(), computed_so_far());
    let result = compute();
    let took = match (before, computed_so_far()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => started.elapsed(),
    };
    (result, took)
}

fn computed_so_far() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A method of a class file made by hand.
pub struct HandMethod {
    pub access: u16,
    pub name: &'static str,
    pub descriptor: &'static str,
    /// Slots of local variables, code, and the exception table's start, end, target.
    pub code: Option<(u16, Vec<u8>, Vec<[u16; 3]>)>,
}

/// A class file made by hand.
pub struct HandClass {
    pub version: u16,
    pub access: u16,
    pub name: &'static str,
    pub superclass: Option<&'static str>,
    pub interfaces: Vec<&'static str>,
    pub fields: Vec<(&'static str, &'static str)>,
    pub methods: Vec<HandMethod>,
}

impl HandClass {
    pub fn new(name: &'static str, superclass: Option<&'static str>) -> HandClass {
        HandClass { version: 52, access: 0x21, name, superclass, interfaces: vec![], fields: vec![], methods: vec![] }
    }

    /// An interface.
    pub fn interface(name: &'static str, interfaces: &[&'static str]) -> HandClass {
        HandClass { access: 0x601, interfaces: interfaces.to_vec(), ..HandClass::new(name, Some("java/lang/Object")) }
    }

    /// Adds a method `()V` that returns at once, or an abstract one.
    pub fn method(mut self, access: u16, name: &'static str) -> HandClass {
        let code = (access & 0x400 == 0).then(|| (1, vec![0xb1], vec![]));
        self.methods.push(HandMethod { access, name, descriptor: "()V", code });
        self
    }

    pub fn implementing(mut self, interfaces: &[&'static str]) -> HandClass {
        self.interfaces = interfaces.to_vec();
        self
    }

    /// Adds an `int` field.
    pub fn field(mut self, name: &'static str) -> HandClass {
        self.fields.push((name, "I"));
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut pool = Pool::default();
        let mut body = Vec::new();
        put(&mut body, self.access);
        put(&mut body, pool.class(self.name));
        put(&mut body, self.superclass.map_or(0, |name| pool.class(name)));
        put(&mut body, self.interfaces.len() as u16);
        for interface in &self.interfaces {
            put(&mut body, pool.class(interface));
        }
        put(&mut body, self.fields.len() as u16);
        for (name, descriptor) in &self.fields {
            put_all(&mut body, &[1, pool.utf8(name), pool.utf8(descriptor), 0]);
        }
        put(&mut body, self.methods.len() as u16);
        for method in &self.methods {
            put_method(&mut body, &mut pool, method);
        }
        put(&mut body, 0);
        [&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0][..], &self.version.to_be_bytes(), &pool.bytes(), &body].concat()
    }
}

fn put_method(body: &mut Vec<u8>, pool: &mut Pool, method: &HandMethod) {
    put_all(body, &[method.access, pool.utf8(method.name), pool.utf8(method.descriptor)]);
    let Some((locals, code, handlers)) = &method.code else { return put(body, 0) };
    put(body, 1);
    put(body, pool.utf8("Code"));
    body.extend((12 + code.len() as u32 + 8 * handlers.len() as u32).to_be_bytes());
    put_all(body, &[9, *locals]);
    body.extend((code.len() as u32).to_be_bytes());
    body.extend(code);
    put(body, handlers.len() as u16);
    for [start, end, target] in handlers {
        put_all(body, &[*start, *end, *target, 0]);
    }
    put(body, 0);
}

fn put_all(bytes: &mut Vec<u8>, numbers: &[u16]) {
    numbers.iter().for_each(|number| put(bytes, *number));
}

fn put(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend(number.to_be_bytes());
}

/// A constant pool under construction.
#[derive(Default)]
struct Pool {
    entries: Vec<Vec<u8>>,
}

impl Pool {
    fn add(&mut self, entry: Vec<u8>) -> u16 {
        let known = self.entries.iter().position(|known| *known == entry);
        let index = known.unwrap_or_else(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        });
        index as u16 + 1
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.add([&[1][..], &(text.len() as u16).to_be_bytes(), text.as_bytes()].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add([&[7][..], &name.to_be_bytes()].concat())
    }

    fn bytes(&self) -> Vec<u8> {
        [&(self.entries.len() as u16 + 1).to_be_bytes()[..], &self.entries.concat()].concat()
    }
}

/// Class files in memory.
pub struct MemorySource {
    classes: BTreeMap<String, Vec<u8>>,
}

impl MemorySource {
    pub fn new(classes: Vec<HandClass>) -> MemorySource {
        MemorySource { classes: classes.iter().map(|class| (class.name.to_owned(), class.bytes())).collect() }
    }
}

impl ClassSource for MemorySource {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(self.classes.get(internal_name).cloned())
    }

    fn describe(&self) -> String {
        "memory".to_owned()
    }

    fn class_names(&self) -> Vec<String> {
        self.classes.keys().cloned().collect()
    }
}
