//! The interface as a page for a browser: the picture, a table of methods by state, each state in words, and the
//! guarantee.
//!
//! One file without scripts, fonts or links to elsewhere, for light and dark screens and for paper. It is well-formed
//! XML, too.

use std::fmt::Write;

use etiquette_outcome::{Confidence, Outcome};

use crate::markup::escaped;
use crate::observers::explained;
use crate::sheet::{Cell, Sheet, StateSheet, TableRow, Target};
use crate::svg;

const STYLE: &str = include_str!("html/style.css");

/// The outcome as a page.
pub fn render(outcome: &Outcome) -> String {
    let sheet = Sheet::new(outcome);
    let title = escaped(&outcome.title());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}: interface</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    write_head(&mut page, outcome);
    let _ = writeln!(page, "<figure>\n{}</figure>", svg::render(outcome));
    if let Some(rows) = &sheet.table {
        write_table(&mut page, &sheet.states, rows);
    }
    write_states(&mut page, &sheet);
    write_guarantee(&mut page, outcome, &sheet);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn write_head(page: &mut String, outcome: &Outcome) {
    let _ = writeln!(page, "<header>\n<h1>{}</h1>", escaped(&outcome.title()));
    let sure = |confidence: Confidence| if confidence == Confidence::Proved { "sure" } else { "unsure" };
    page.push_str("<p class=\"chips\">");
    for fact in crate::text::summary(outcome) {
        let class = match fact.split_once(':') {
            Some(("safe", _)) => sure(outcome.guarantee.safe),
            Some(("permissive", _)) => sure(outcome.guarantee.permissive),
            Some(("stopped early", _)) => "unsure",
            _ => "fact",
        };
        let _ = write!(page, "<span class=\"chip {class}\">{}</span> ", escaped(&fact));
    }
    page.push_str("</p>\n");
    if !outcome.errors.is_empty() {
        let errors: Vec<String> = outcome.errors.iter().map(|error| code(error)).collect();
        let _ = writeln!(page, "<p>Keeps clear of {}.</p>", errors.join(", "));
    }
    if let Some(observers) = explained(&outcome.interface, code) {
        let _ = writeln!(page, "<p>Observers: {observers}.</p>");
    }
    page.push_str("</header>\n");
}

fn write_table(page: &mut String, states: &[StateSheet], rows: &[TableRow]) {
    page.push_str("<section>\n<h2>Methods by state</h2>\n<div class=\"wide\"><table>\n<thead><tr><td></td>");
    for state in states {
        let _ = write!(page, "<th scope=\"col\">{}</th>", link(state.number, &state.name));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", code(&row.call));
        for cell in &row.cells {
            page.push_str(&written_cell(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn written_cell(cell: &Cell) -> String {
    match cell {
        Cell::Forbidden => "<td class=\"no\">forbidden</td>".into(),
        Cell::Doubtful => "<td class=\"unknown\">doubtful</td>".into(),
        Cell::Tested => "<td class=\"unknown\">doubtful, tested</td>".into(),
        Cell::Unknown => "<td class=\"unknown\">not looked at</td>".into(),
        Cell::Leads(targets) => {
            let lead = |(outcome, target): &(Option<String>, Target)| match outcome {
                Some(outcome) => format!("{} {}", code(outcome), written_target(target)),
                None => written_target(target),
            };
            format!("<td class=\"yes\">{}</td>", targets.iter().map(lead).collect::<Vec<_>>().join("<br/>"))
        }
    }
}

fn written_target(target: &Target) -> String {
    match target {
        Target::Stays => "stays here".into(),
        Target::State(number, name) => format!("→ {}", link(*number, name)),
        Target::Ends(how) => escaped(how),
    }
}

fn write_states(page: &mut String, sheet: &Sheet) {
    page.push_str("<section>\n<h2>States</h2>\n");
    for state in &sheet.states {
        write_state(page, state);
    }
    if sheet.hidden > 0 {
        let _ = writeln!(page, "<p>… and {} more: the JSON format has them all.</p>", sheet.hidden);
    }
    page.push_str("</section>\n");
}

fn write_state(page: &mut String, state: &StateSheet) {
    let _ = writeln!(page, "<article id=\"s{}\">\n<h3>{}</h3>", state.number, escaped(&state.name));
    if let Some(label) = &state.label {
        let _ = writeln!(page, "<p class=\"label\">{}</p>", code(label));
    }
    if let Some(remark) = state.remark {
        let _ = writeln!(page, "<p class=\"remark\">{}</p>", escaped(remark));
    }
    if !state.allowed.is_empty() {
        page.push_str("<h4 class=\"may\">May be called</h4>\n<ul>\n");
        for (events, target) in &state.allowed {
            let events: Vec<String> = events.iter().map(|event| code(event)).collect();
            let _ = writeln!(page, "<li>{} {}</li>", events.join(", "), written_target(target));
        }
        page.push_str("</ul>\n");
    }
    if !state.forbidden.is_empty() {
        page.push_str("<h4 class=\"must-not\">Must not be called</h4>\n<ul>\n");
        for (call, why) in &state.forbidden {
            let _ = writeln!(page, "<li>{} <span class=\"why\">{}</span></li>", code(call), escaped(why));
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</article>\n");
}

fn write_guarantee(page: &mut String, outcome: &Outcome, sheet: &Sheet) {
    page.push_str("<section>\n<h2>How sure this is</h2>\n<ul>\n");
    for sentence in crate::text::sentences(outcome) {
        let _ = writeln!(page, "<li>{}</li>", escaped(&sentence));
    }
    page.push_str("</ul>\n");
    if !sheet.assumptions.is_empty() {
        page.push_str("<h3>Taken for granted</h3>\n<ul>\n");
        for group in &sheet.assumptions {
            let _ = writeln!(page, "<li>{} {}</li>", escaped(&group.text), group.remark(code).unwrap_or_default());
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</section>\n");
}

fn link(number: u32, name: &str) -> String {
    format!("<a href=\"#s{number}\">{}</a>", escaped(name))
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}
