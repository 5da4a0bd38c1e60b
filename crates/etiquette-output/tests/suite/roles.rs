//! Interfaces about several objects: formats that specify one class say that they can't, all others name the objects.

use etiquette_automata::Call;
use etiquette_component::Role;
use etiquette_outcome::Outcome;
use etiquette_output::{Format, json, render};

use crate::common::Builder;

fn list() -> Outcome {
    let calls = ["add", "iterator", "it.next", "another it.remove"].map(Call::simple).to_vec();
    let edges = [
        (0, "add", 0),
        (0, "iterator", 1),
        (0, "another it.remove", 0),
        (1, "add", 0),
        (1, "iterator", 1),
        (1, "it.next", 1),
        (1, "another it.remove", 0),
    ];
    let mut list = Builder::new(calls, 2).edges(&edges).outcome("List", "Stale", &[&[], &["iterator()"]]);
    list.roles = vec![Role { name: "it".into(), ty: "java.util.Iterator".into(), made_by: vec!["iterator".into()] }];
    list
}

#[test]
fn formats_name_the_objects_or_say_that_they_cannot() {
    let of_a_class = [Format::Jatyc, Format::Crysl, Format::Topl, Format::Jml];
    for &format in Format::all() {
        match render(&list(), format) {
            Ok(rendered) => {
                assert!(!of_a_class.contains(&format), "{format}");
                assert!(rendered.text.contains("it.next"), "{format}: {}", rendered.text);
                assert!(rendered.text.contains("another it.remove"), "{format}: {}", rendered.text);
            }
            Err(why) => {
                assert!(of_a_class.contains(&format), "{format}: {why}");
                assert!(why.to_string().contains("`it`"), "{why}");
            }
        }
    }
}

#[test]
fn roles_are_read_back() {
    let written = json::render(&list());
    assert_eq!(json::read(&written).expect("what was written").roles, list().roles);
}
