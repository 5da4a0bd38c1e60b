//! A small, deterministic fuzzer that needs nothing but `cargo test`: mutations of every example and corpus file, and
//! of the interfaces that they have, through the same checks as the real fuzzers in fuzz/.

#[path = "../../../../fuzz/checks/mod.rs"]
mod checks;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use etiquette_outcome::{Limits, Run};
use etiquette_synthesis::{Direct, Engine};

use crate::common::root;

const INPUTS: usize = 3000;

/// A stream of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

fn seeds() -> Vec<String> {
    let mut seeds = Vec::new();
    for folder in ["corpus", "examples"] {
        add_seeds(&root().join(folder), &mut seeds);
    }
    assert!(seeds.len() > 5, "there are seeds");
    seeds
}

fn add_seeds(folder: &Path, seeds: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_seeds(&path, seeds);
        } else if path.extension().is_some_and(|extension| extension == "component") {
            seeds.push(std::fs::read_to_string(&path).expect("a readable seed"));
        }
    }
}

/// The interfaces of the seeds, in JSON.
fn json_seeds() -> Vec<String> {
    let interface = |source: &String| {
        let component = etiquette_component::parse(source, "seed.component").ok()?;
        let limits = Limits { states: Some(10), ..Limits::default() };
        let outcome = Direct.synthesize(&component, &mut Run::new(limits)).ok()?;
        Some(etiquette_output::json::render(&outcome))
    };
    seeds().iter().filter_map(interface).collect()
}

/// Words, numbers, white space, and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = |c: char| (c.is_alphanumeric() || c == '_', c.is_whitespace());
        let same = |c: char| kind(c) == kind(first) && kind(c) != (false, false);
        let length = rest.find(|c| !same(c)).unwrap_or(rest.len()).max(first.len_utf8());
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

const WORDS: [&str; 45] = [
    "component",
    "enum",
    "var",
    "initially",
    "error",
    "when",
    "method",
    "new",
    "graph",
    "if",
    "else",
    "while",
    "choose",
    "or",
    "assume",
    "assert",
    "havoc",
    "return",
    "true",
    "false",
    "extract",
    "bool",
    "u1",
    "i1",
    "u2",
    "i64",
    "u64",
    "0",
    "1",
    "18446744073709551615",
    "0x8000000000000000",
    "*",
    "->",
    "{",
    "}",
    "(",
    ")",
    ";",
    "?",
    ":",
    "`a b`",
    "\"\\n\\\"\"",
    "@ \"F\":1",
    "null",
    "[]",
];

/// One to four changes to a text, token by token or byte by byte.
fn mutated(random: &mut Random, text: &str, other: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(4) {
        text = match random.below(4) {
            0 => mutated_bytes(random, &text),
            _ => mutated_tokens(random, &text, other),
        };
    }
    text
}

fn mutated_tokens(random: &mut Random, text: &str, other: &str) -> String {
    let mut found = tokens(text);
    let others = tokens(other);
    let (at, from) = (random.below(found.len()), random.below(found.len()));
    if found.is_empty() || others.is_empty() {
        return WORDS[random.below(WORDS.len())].into();
    }
    match random.below(7) {
        0 => drop(found.remove(at)),
        1 => found.insert(at, random.pick(&WORDS)),
        2 => found[at] = random.pick(&WORDS),
        3 => found[at] = found[from],
        4 => found.swap(at, from),
        5 => {
            let start = random.below(others.len());
            let piece = &others[start..(start + random.below(20)).min(others.len())];
            found.splice(at..at, piece.iter().copied());
        }
        _ => {
            let end = (at + random.below(20)).min(found.len());
            let piece = found[at..end].to_vec();
            found.splice(from..from, piece);
        }
    }
    found.concat()
}

fn mutated_bytes(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len());
    match random.below(4) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, random.below(256) as u8),
        2 if !bytes.is_empty() => drop(bytes.remove(at)),
        _ if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        _ => {}
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn class_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    add_classes(&root().join("java-corpus"), &mut seeds);
    assert!(seeds.len() > 5, "there are seeds");
    seeds
}

fn add_classes(folder: &Path, seeds: &mut Vec<Vec<u8>>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_classes(&path, seeds);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            seeds.push(std::fs::read(&path).expect("a readable seed"));
        }
    }
}

/// One to three changes to a class file: one that changes more is hardly ever read.
fn mutated_class(random: &mut Random, seed: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        let byte = [0, 1, 2, 0x7f, 0xff, random.below(256) as u8][random.below(6)];
        match random.below(12) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, byte),
            2 if !bytes.is_empty() => drop(bytes.remove(at)),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|place| *place = byte),
        }
    }
    bytes
}

#[test]
fn class_files() {
    let seeds = class_seeds();
    let mut random = Random(1996);
    for number in 0..INPUTS {
        let input = match seeds.get(number) {
            Some(seed) => seed.clone(),
            None => {
                let seed = random.below(seeds.len());
                mutated_class(&mut random, &seeds[seed])
            }
        };
        let passed = catch_unwind(AssertUnwindSafe(|| checks::java::read_class(&input)));
        assert!(passed.is_ok(), "input {number} fails:\n{}", input.escape_ascii());
    }
}

#[test]
fn stubs() {
    let seeds = [
        "Overloads.put(boolean, boolean) returns; throws java.lang.Error; pure # a comment\n",
        "Overloads.put returns any\n\nOverloads.new(boolean) pure\nOverloads.open() returns -1..255",
    ];
    smoke(&seeds.map(str::to_owned), INPUTS, checks::java::read_stubs);
}

/// Runs a check on mutations of the seeds, and shows the first input that it fails on.
fn smoke(seeds: &[String], inputs: usize, check: fn(&str)) {
    let mut random = Random(2006);
    for number in 0..inputs {
        let [seed, other] = [0, 1].map(|_| seeds[random.below(seeds.len())].as_str());
        let input = match number < seeds.len() {
            true => seeds[number].clone(),
            false => mutated(&mut random, seed, other),
        };
        let passed = catch_unwind(AssertUnwindSafe(|| check(&input)));
        assert!(passed.is_ok(), "input {number} fails:\n{input}");
    }
}

#[test]
fn components() {
    smoke(&seeds(), INPUTS, checks::parse_component);
}

#[test]
fn interfaces() {
    smoke(&json_seeds(), INPUTS, checks::read_json);
}

#[test]
fn syntheses() {
    smoke(&seeds(), INPUTS / 3, checks::synthesise);
}
