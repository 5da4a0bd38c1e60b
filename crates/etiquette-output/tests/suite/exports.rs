//! Formats of other tools say what the interface says: read back, or matched against all short words.

use std::collections::BTreeSet;

use etiquette_automata::{EventId, Interface, accepted_words, minimise};
use etiquette_outcome::Outcome;
use etiquette_output::{Format, Rendered, render};

use crate::common;
use crate::common::generated::{any_outcome, connected_outcome};
use crate::common::xml;

fn rendered(outcome: &Outcome, format: Format) -> Rendered {
    render(outcome, format).expect("small interfaces can be written")
}

fn events(interface: &Interface) -> impl Iterator<Item = EventId> + use<> {
    (0..interface.alphabet().event_count()).map(EventId::from_index)
}

/// A transition of a labelled transition system.
type Step = (usize, String, usize);

/// A labelled transition system, read by the letter.
fn read_aut(text: &str) -> (usize, usize, Vec<Step>) {
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("des (")?.strip_suffix(')'));
    let numbers: Vec<usize> = head.expect("a head").split(", ").map(|n| n.parse().expect("a number")).collect();
    let step = |line: &str| {
        let (from, rest) = line.strip_prefix('(')?.split_once(", \"")?;
        let (label, to) = rest.strip_suffix(')')?.rsplit_once("\", ")?;
        assert!(!label.contains('"'), "{label}");
        Some((from.parse().ok()?, label.to_string(), to.parse().ok()?))
    };
    let steps: Vec<Step> = lines.map(|line| step(line).expect("a transition")).collect();
    assert_eq!(steps.len(), numbers[1]);
    (numbers[0], numbers[2], steps)
}

#[test]
fn transition_systems_can_be_read_back() {
    for seed in 0..100 {
        let outcome = any_outcome(seed);
        let interface = &outcome.interface;
        let (initial, states, steps) = read_aut(&rendered(&outcome, Format::Aut).text);
        assert_eq!((initial, states), (interface.initial().index(), interface.state_count()));
        let mut expected = Vec::new();
        for from in interface.states() {
            let leads = events(interface).filter_map(|event| Some((event, interface.next(from, event)?)));
            expected.extend(leads.map(|(event, to)| (from.index(), event, to.index())));
        }
        let pairs: BTreeSet<(EventId, &str)> =
            expected.iter().zip(&steps).map(|((_, event, _), (_, label, _))| (*event, label.as_str())).collect();
        let labels: BTreeSet<&str> = pairs.iter().map(|(_, label)| *label).collect();
        let used: BTreeSet<EventId> = pairs.iter().map(|(event, _)| *event).collect();
        assert_eq!(
            (pairs.len(), pairs.len()),
            (labels.len(), used.len()),
            "labels and events belong together: seed {seed}"
        );
        let places = |(from, _, to): &Step| (*from, *to);
        assert!(steps.iter().map(places).eq(expected.iter().map(|(from, _, to)| (*from, *to))), "seed {seed}");
    }
}

/// A regular expression over names, read from its text.
#[derive(Debug)]
enum Pattern {
    Nothing,
    Empty,
    Name(String),
    Sequence(Vec<Pattern>),
    Choice(Vec<Pattern>),
    Repeat(Box<Pattern>),
    Optional(Box<Pattern>),
}

struct Reader<'a> {
    rest: &'a str,
    /// The names of the events: without them, a bracket inside a name could be taken for its end.
    names: &'a [String],
}

impl Reader<'_> {
    fn skip(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn choice(&mut self) -> Pattern {
        let mut parts = vec![self.sequence()];
        while self.skip("|") {
            parts.push(self.sequence());
        }
        Pattern::Choice(parts)
    }

    fn sequence(&mut self) -> Pattern {
        let mut parts = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || self.rest.starts_with([')', '|']) {
                return Pattern::Sequence(parts);
            }
            parts.push(self.postfix());
        }
    }

    fn postfix(&mut self) -> Pattern {
        let mut pattern = self.atom();
        loop {
            pattern = match () {
                () if self.skip("*") => Pattern::Repeat(Box::new(pattern)),
                () if self.skip("?") => Pattern::Optional(Box::new(pattern)),
                () => return pattern,
            }
        }
    }

    fn atom(&mut self) -> Pattern {
        if self.skip("(") {
            let inner = self.choice();
            assert!(self.skip(")"), "closed before {}", self.rest);
            return inner;
        }
        match () {
            () if self.skip("∅") => Pattern::Nothing,
            () if self.skip("ε") => Pattern::Empty,
            () if self.skip("<") => self.bracketed(),
            () => {
                let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
                let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
                assert!(end > 0, "a name at {}", self.rest);
                let (name, rest) = self.rest.split_at(end);
                self.rest = rest;
                Pattern::Name(name.into())
            }
        }
    }

    fn bracketed(&mut self) -> Pattern {
        let fits = |name: &&String| self.rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('>'));
        let name = self.names.iter().filter(fits).max_by_key(|name| name.len()).expect("the name of an event");
        self.rest = &self.rest[name.len() + 1..];
        Pattern::Name(name.clone())
    }
}

/// The lengths of the prefixes of a word that match: the definition, written down.
fn ends(pattern: &Pattern, word: &[String]) -> BTreeSet<usize> {
    let after = |starts: BTreeSet<usize>, part: &Pattern| -> BTreeSet<usize> {
        starts.iter().flat_map(|start| ends(part, &word[*start..]).into_iter().map(move |end| start + end)).collect()
    };
    match pattern {
        Pattern::Nothing => BTreeSet::new(),
        Pattern::Empty => BTreeSet::from([0]),
        Pattern::Name(name) => word.first().filter(|first| *first == name).map(|_| 1).into_iter().collect(),
        Pattern::Sequence(parts) => parts.iter().fold(BTreeSet::from([0]), after),
        Pattern::Choice(parts) => parts.iter().flat_map(|part| ends(part, word)).collect(),
        Pattern::Optional(inner) => &BTreeSet::from([0]) | &ends(inner, word),
        Pattern::Repeat(inner) => {
            let mut reached = BTreeSet::from([0]);
            loop {
                let more = &after(reached.clone(), inner) | &reached;
                if more == reached {
                    return reached;
                }
                reached = more;
            }
        }
    }
}

/// The names of the events, as the model for NuSMV has them.
fn event_names(outcome: &Outcome) -> Vec<String> {
    let text = rendered(outcome, Format::Smv).text;
    let prefix = |event: usize| format!("  -- e{event}: ");
    let name = |event: usize| text.lines().find_map(|line| line.strip_prefix(&prefix(event))).expect("a name");
    (0..outcome.interface.alphabet().event_count()).map(|event| name(event).to_string()).collect()
}

#[test]
fn the_regular_expression_has_the_interfaces_words() {
    let named = [common::device(), common::list_iterator(), common::socket(), common::counter(4)];
    let random = (0..40).map(|seed| connected_outcome(seed, 3, 3, 20));
    for outcome in named.into_iter().chain(random).chain((0..40).map(any_outcome)) {
        let interface = &outcome.interface;
        let text = rendered(&outcome, Format::Regex).text;
        let line = text.lines().find(|line| !line.starts_with("//")).expect("an expression");
        let events_by_name = event_names(&outcome);
        let pattern = Reader { rest: line, names: &events_by_name }.choice();
        let written = |word: &[EventId]| -> Vec<String> {
            word.iter().map(|event| events_by_name[event.index()].clone()).collect()
        };
        let mut accepted: BTreeSet<Vec<EventId>> = accepted_words(interface, 3).collect();
        if accepted.len() > 400 {
            accepted = accepted_words(interface, 2).collect();
        }
        for word in &accepted {
            let names = written(word);
            assert!(ends(&pattern, &names).contains(&names.len()), "{names:?} is accepted, but not by {line}");
            for event in events(interface) {
                let longer: Vec<EventId> = word.iter().copied().chain([event]).collect();
                let names = written(&longer);
                let is_word = interface.run(&longer).is_some();
                assert_eq!(ends(&pattern, &names).contains(&names.len()), is_word, "{names:?} and {line}");
            }
        }
    }
}

#[test]
fn smv_has_a_case_for_each_event_of_an_allowed_call() {
    for seed in 0..50 {
        let outcome = any_outcome(seed);
        let interface = &outcome.interface;
        let text = rendered(&outcome, Format::Smv).text;
        for state in interface.states() {
            for event in events(interface) {
                let start = format!("    state = s{} & event = e{} : ", state.0, event.0);
                let case = text.lines().find_map(|line| line.strip_prefix(&start));
                let expected = match interface.next(state, event) {
                    Some(to) => Some(format!("s{};", to.0)),
                    None => interface.allows(state, interface.alphabet().call_of(event)).then(|| "impossible;".into()),
                };
                assert_eq!(case.map(str::to_string), expected, "seed {seed}");
            }
        }
    }
}

/// A protocol's words are those that its states allow; each must be a word of the interface, whatever was returned.
#[test]
fn protocols_know_no_outcomes_but_booleans() {
    let protocol = rendered(&common::socket(), Format::Jatyc);
    assert!(
        protocol.losses.iter().any(|loss| loss.contains("connect") && loss.contains("refused")),
        "{:?}",
        protocol.losses
    );
    for loss in &protocol.losses {
        assert!(protocol.text.contains(&format!("// {loss}\n")), "{loss}");
    }
    // Whether the connection was refused can't be told, so nothing may be sent.
    assert!(!protocol.text.contains(" send("), "{}", protocol.text);
    let iterator = rendered(&common::list_iterator(), Format::Jatyc);
    assert!(iterator.text.contains("boolean hasNext(): "), "{}", iterator.text);
}

#[test]
fn each_loss_stands_in_the_file_where_there_are_comments() {
    for seed in 0..60 {
        for format in [Format::Jatyc, Format::Crysl, Format::Topl] {
            let Rendered { text, losses } = rendered(&any_outcome(seed), format);
            let comments = text.lines().take_while(|line| line.starts_with("//")).count();
            assert_eq!(comments, losses.len() + 1, "seed {seed}, {format}:\n{text}");
        }
    }
}

#[test]
fn interfaces_without_guards_and_outcomes_lose_nothing_but_types() {
    for seed in 0..20 {
        let outcome = connected_outcome(seed, 4, 3, 30);
        assert_eq!(rendered(&outcome, Format::Crysl).losses, [""; 0], "seed {seed}");
        let protocol = rendered(&outcome, Format::Jatyc);
        assert_eq!(protocol.losses.len(), 1, "only about return types: {:?}", protocol.losses);
        let states = protocol.text.lines().filter(|line| line.ends_with(" = {")).count();
        let small = minimise(&outcome.interface).interface;
        let alive = small.states().filter(|&state| {
            state == small.initial() || small.alphabet().call_ids().any(|call| small.allows(state, call))
        });
        assert_eq!(states, alive.count(), "seed {seed}:\n{}", protocol.text);
    }
}

#[test]
fn an_expression_that_is_far_too_large_is_refused() {
    let outcome = connected_outcome(3, 24, 6, 90);
    let refused = render(&outcome, Format::Regex).expect_err("far too large");
    assert!(refused.to_string().contains("parts"), "{refused}");
    assert!(render(&outcome, Format::Aut).is_ok());
}

#[test]
fn pages_are_well_formed() {
    for seed in 0..100 {
        let page = rendered(&any_outcome(seed), Format::Html).text;
        let page = page.strip_prefix("<!DOCTYPE html>\n").expect("a page");
        assert_eq!(xml::problem(page), None, "seed {seed}:\n{page}");
    }
}

/// A table stays a table whatever the names are: every row has as many bars as the head.
#[test]
fn tables_in_markdown_cannot_break() {
    for seed in 0..100 {
        let page = rendered(&any_outcome(seed), Format::Markdown).text;
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut rows = page.lines().filter(|line| line.starts_with("| "));
        let Some(head) = rows.next() else { continue };
        assert!(rows.all(|row| bars(row) == bars(head)), "seed {seed}:\n{page}");
    }
}

#[test]
fn labels_in_plantuml_cannot_end_early() {
    for seed in 0..100 {
        let diagram = rendered(&any_outcome(seed), Format::Plantuml).text;
        for line in diagram.lines().filter(|line| line.starts_with("state ")) {
            assert_eq!(line.matches('"').count(), 2, "{line}");
        }
        for line in diagram.lines().filter(|line| line.contains(" --> ")) {
            let label = line.split_once(" : ").map_or("", |(_, label)| label);
            assert!(!label.contains(['<', '>', '"', '*', '/', '~']), "{line}");
        }
    }
}
