//! Writes many outcomes in every format into the folder that the variable GALLERY names, to be looked at; does nothing
//! without it.

use std::path::Path;

use etiquette_output::{Format, render};

use crate::common;

#[test]
fn gallery() {
    let Some(folder) = std::env::var_os("GALLERY") else {
        return;
    };
    let mut outcomes = vec![
        ("free", common::free()),
        ("device", common::device()),
        ("list_iterator", common::list_iterator()),
        ("socket", common::socket()),
        ("many_calls", common::many_calls()),
        ("counter2", common::counter(2)),
        ("counter8", common::counter(8)),
        ("counter50", common::counter(50)),
        ("reset4", common::resettable_counter(4)),
        ("reset20", common::resettable_counter(20)),
        ("reset50", common::resettable_counter(50)),
    ];
    for (name, states, calls, density) in [
        ("sparse4", 4, 3, 30),
        ("sparse8", 8, 4, 10),
        ("dense8", 8, 6, 60),
        ("sparse20", 20, 5, 10),
        ("dense20", 20, 5, 60),
        ("sparse50", 50, 6, 5),
        ("medium50", 50, 6, 20),
    ] {
        outcomes.push((name, common::generated::connected_outcome(7, states, calls, density)));
    }
    for (name, outcome) in outcomes {
        for format in Format::all() {
            let path = Path::new(&folder).join(format!("{name}.{format}"));
            let Ok(rendered) = render(&outcome, *format) else { continue };
            std::fs::write(path, rendered.text).expect("the folder can be written to");
        }
    }
}
