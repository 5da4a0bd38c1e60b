//! What the picture shows: the texts of states and edges, and the space that they need.

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use super::jumps::jumps;
use super::layout::{EdgeShape, Graph, NodeShape, Size};
use super::text_metrics::{Font, widest, width};
use crate::moves::{SETS, Way, calls_that_never_return, how_it_ends, is_dead_end, is_unexplored, moves};
use crate::names::{Names, cut};
use crate::notes::{doubtful_lines, forbidden_notes, lines_with_sets, name_lines, wrapped};

/// The size of a state's name.
pub const NAME_SIZE: i32 = 14;
/// The size of code: labels of states and edges.
pub const CODE_SIZE: i32 = 12;
/// From one line of a name to the next.
pub const NAME_LINE: i32 = 19;
/// From one line of code to the next.
pub const CODE_LINE: i32 = 16;
/// Around the line above a state's doubtful calls.
pub const DOUBT_GAP: i32 = 10;
/// From the right border of a state to the label of its loop.
pub const LOOP_WIDTH: i32 = 32;
/// From one jump of a state to the next.
pub const JUMP_LINE: i32 = 26;
/// The height of the frame around a jump's target.
pub const TARGET_HEIGHT: i32 = 20;
/// The line on either side of a jump's label.
pub const JUMP_STUB: i32 = 14;

const PADDING: Size = Size { width: 16, height: 9 };
const LEAST_STATE: Size = Size { width: 72, height: 38 };
/// Names in large pictures are kept shorter than in small ones.
const LARGE: usize = 12;
const TARGET_LIMIT: usize = 24;
const LABEL_COLUMNS: usize = 36;
const LABEL_LINES: usize = 4;
const EVENT_LINES: usize = 8;

/// How a state is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// With all there is to know.
    Plain,
    /// No call is allowed in it.
    DeadEnd,
    /// The engine did not get to all of its calls.
    Unexplored,
}

/// A state's texts.
pub struct State {
    /// The lines of its name.
    pub name: Vec<String>,
    /// The lines of its label.
    pub label: Vec<String>,
    /// The lines that name its doubtful calls.
    pub doubtful: Vec<String>,
    /// The events that stay in the state, as lines.
    pub loops: Vec<String>,
    /// The edges that are shown as jumps.
    pub jumps: Vec<Jump>,
    /// What is shown when the reader points at the state.
    pub tooltip: String,
    /// How it is drawn.
    pub look: Look,
}

impl State {
    /// The height of all of its lines.
    pub fn text_height(&self) -> i32 {
        let doubtful = if self.doubtful.is_empty() { 0 } else { DOUBT_GAP + CODE_LINE * self.doubtful.len() as i32 };
        NAME_LINE * self.name.len() as i32 + CODE_LINE * self.label.len() as i32 + doubtful
    }
}

/// An edge that is shown beside its state, with the name of its target.
pub struct Jump {
    /// The events, on one line.
    pub events: String,
    /// The width of the events.
    pub events_width: i32,
    /// The name of the target.
    pub target: String,
    /// The width of the frame around the target.
    pub target_width: i32,
    /// What is shown when the reader points at the jump.
    pub tooltip: String,
}

impl Jump {
    fn new(events: String, target: String, tooltip: String) -> Self {
        Jump {
            events_width: width(&events, Font::Mono, CODE_SIZE) + 8,
            target_width: width(&target, Font::Sans, CODE_SIZE + 1) + 16,
            events,
            target,
            tooltip,
        }
    }

    /// The width of everything.
    pub fn width(&self) -> i32 {
        self.target_width + self.events_width + 2 * JUMP_STUB
    }
}

/// An edge's texts.
pub struct Edge {
    /// The events, as lines.
    pub lines: Vec<String>,
    /// What is shown when the reader points at the edge.
    pub tooltip: String,
    /// Whether the events are of doubtful calls, should they return.
    pub is_doubtful: bool,
}

/// Everything that is drawn, and the graph to be laid out.
pub struct Scene {
    /// The states.
    pub states: Vec<State>,
    /// The edges between different states, in the order of the graph's edges.
    pub edges: Vec<Edge>,
    /// The sizes of all that.
    pub graph: Graph,
    /// The names of the states as targets of jumps.
    targets: Vec<String>,
}

impl Scene {
    /// The scene of an outcome.
    pub fn new(outcome: &Outcome) -> Self {
        let names = Names::new(outcome);
        let mut scene = Scene {
            states: Vec::new(),
            edges: Vec::new(),
            graph: Graph::default(),
            targets: names.short_states(TARGET_LIMIT),
        };
        scene.graph.root = outcome.interface.initial().index();
        let full_names = names.states(usize::MAX);
        let is_large = outcome.interface.state_count() > LARGE;
        let (short_names, columns) = match is_large {
            true => (names.short_states(38), 20),
            false => (names.states(56), 30),
        };
        for state in outcome.interface.states() {
            let index = state.index();
            let name = name_lines(&short_names[index], columns);
            scene.add_state(outcome, &names, state, name, &full_names[index]);
        }
        for state in outcome.interface.states() {
            scene.add_edges(outcome, &names, state, &full_names);
        }
        scene.turn_into_jumps(&jumps(&scene.graph));
        scene
    }

    /// Turns the edges between columns into jumps.
    pub fn fold(&mut self, columns: &[usize]) {
        let edges = self.graph.edges.iter();
        let is_cut: Vec<bool> = edges.map(|edge| columns[edge.from] != columns[edge.to]).collect();
        self.turn_into_jumps(&is_cut);
    }

    fn add_state(&mut self, outcome: &Outcome, names: &Names, id: StateId, name: Vec<String>, full: &str) {
        let label = outcome.states.get(id.index()).and_then(|facts| facts.label.as_deref());
        let own = moves(outcome, names, id, Way::Allowed).into_iter().find(|found| found.to == id);
        let endless = calls_that_never_return(outcome, names, id);
        let mut notes: Vec<String> = vec![full.to_string()];
        notes.extend(label.map(str::to_string));
        notes.extend(endless.iter().map(|call| format!("{call} {}", how_it_ends(call))));
        notes.extend(forbidden_notes(outcome, names, id));
        let state = State {
            name,
            label: label.map_or(Vec::new(), label_lines),
            doubtful: doubtful_lines(outcome, names, id, LABEL_COLUMNS),
            loops: own.map_or(Vec::new(), |own| event_lines(&own.events)),
            jumps: Vec::new(),
            tooltip: notes.join("\n"),
            look: look(outcome, id),
        };
        self.graph.nodes.push(NodeShape::default());
        self.states.push(state);
    }

    fn add_edges(&mut self, outcome: &Outcome, names: &Names, from: StateId, full_names: &[String]) {
        let ways = [Way::Allowed, Way::ShouldReturn];
        let found =
            ways.into_iter().flat_map(|way| moves(outcome, names, from, way).into_iter().map(move |it| (it, way)));
        for (found, way) in found.filter(|(found, _)| found.to != from) {
            let lines = event_lines(&found.events);
            self.graph.edges.push(EdgeShape { from: from.index(), to: found.to.index(), label: text_size(&lines) });
            let ends = [from, found.to].map(|state| full_names[state.index()].as_str());
            let mut tooltip = vec![ends.join(" → ")];
            tooltip.extend(found.events);
            let is_doubtful = way == Way::ShouldReturn;
            self.edges.push(Edge { lines, tooltip: tooltip.join("\n"), is_doubtful });
        }
    }

    /// Takes edges out of the graph and puts them beside the states that they leave; measures the states.
    fn turn_into_jumps(&mut self, is_jump: &[bool]) {
        let shapes = std::mem::take(&mut self.graph.edges);
        let edges = std::mem::take(&mut self.edges);
        for ((shape, edge), is_jump) in shapes.into_iter().zip(edges).zip(is_jump) {
            if *is_jump {
                let events = cut(&edge.lines.join(" "), LABEL_COLUMNS);
                let jump = Jump::new(events, self.targets[shape.to].clone(), edge.tooltip);
                self.states[shape.from].jumps.push(jump);
            } else {
                self.graph.edges.push(shape);
                self.edges.push(edge);
            }
        }
        self.graph.nodes = self.states.iter().map(shape).collect();
        self.make_room_for_edges();
    }

    /// Makes states wide enough for the edges that touch them.
    fn make_room_for_edges(&mut self) {
        let mut degrees = vec![0; self.states.len()];
        for edge in &self.graph.edges {
            degrees[edge.from] += 1;
            degrees[edge.to] += 1;
        }
        for (node, degree) in self.graph.nodes.iter_mut().zip(degrees) {
            let wanted = (24 + 8 * degree).min(240);
            node.size.width = node.size.width.max(wanted);
        }
    }
}

fn look(outcome: &Outcome, state: StateId) -> Look {
    if is_dead_end(outcome, state) {
        Look::DeadEnd
    } else if is_unexplored(outcome, state) {
        Look::Unexplored
    } else {
        Look::Plain
    }
}

fn label_lines(label: &str) -> Vec<String> {
    limited(wrapped(&[label], " ", LABEL_COLUMNS), LABEL_LINES, |_| "…".into())
}

/// Events as lines of a label, wider lines where there are many, the rest left to the tooltip.
fn event_lines(events: &[String]) -> Vec<String> {
    if events.iter().any(|event| event.contains(SETS)) {
        let cut = |event: &String| {
            lines_with_sets(event, LABEL_COLUMNS).into_iter().map(|line| cut(&line, LABEL_COLUMNS + 10))
        };
        let lines = events.iter().flat_map(cut).collect();
        return limited(lines, EVENT_LINES, |_| "…".to_owned());
    }
    let total: usize = events.iter().map(|event| event.chars().count() + 2).sum();
    let columns = match total {
        0..=80 => 22,
        81..=200 => 32,
        _ => 46,
    };
    let longest = events.iter().map(|event| event.chars().count() + 1).max().unwrap_or(0);
    let columns = columns.max(longest.min(LABEL_COLUMNS));
    let events: Vec<String> = events.iter().map(|event| cut(event, LABEL_COLUMNS + 10)).collect();
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    let lines = wrapped(&events, ", ", columns);
    limited(lines, EVENT_LINES, |shown| {
        let shown: usize = shown.iter().map(|line| line.matches(", ").count() + 1).sum();
        format!("… {} more", events.len().saturating_sub(shown))
    })
}

/// At most so many lines; the last one says that there are more.
fn limited(mut lines: Vec<String>, most: usize, rest: impl Fn(&[String]) -> String) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most - 1);
        let rest = rest(&lines);
        lines.push(rest);
    }
    lines
}

/// The space that lines of code need.
fn text_size(lines: &[String]) -> Size {
    Size { width: widest(lines, Font::Mono, CODE_SIZE) + 8, height: CODE_LINE * lines.len() as i32 + 2 }
}

fn shape(state: &State) -> NodeShape {
    let names = state.name.iter().map(|line| width(line, Font::Sans, NAME_SIZE + 1)).max();
    let code = [&state.label, &state.doubtful].map(|lines| widest(lines, Font::Mono, CODE_SIZE));
    let text_width = names.unwrap_or(0).max(code[0]).max(code[1]);
    let text_height = state.text_height();
    let mut shape = NodeShape {
        size: Size {
            width: (text_width + 2 * PADDING.width).max(LEAST_STATE.width),
            height: (text_height + 2 * PADDING.height).max(LEAST_STATE.height),
        },
        ..NodeShape::default()
    };
    if !state.loops.is_empty() {
        shape.right = text_size(&state.loops);
        shape.right.width += LOOP_WIDTH;
    }
    if !state.jumps.is_empty() {
        let widths = state.jumps.iter().map(Jump::width);
        shape.left.width = widths.max().unwrap_or(0);
        shape.left.height = JUMP_LINE * state.jumps.len() as i32;
    }
    shape
}
