//! Writes a laid-out scene as SVG.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use super::layout::{Area, Drawing, Point, Route, Size};
use super::scene::{
    CODE_LINE, DOUBT_GAP, Edge, JUMP_LINE, JUMP_STUB, Jump, LOOP_WIDTH, Look, NAME_LINE, Scene, State, TARGET_HEIGHT,
};
use super::style::STYLE;
use super::text_metrics::{Font, width};
use crate::markup::escaped;
use crate::names::cut;
use crate::text::summary;

const MARGIN: i32 = 24;
/// The arrow into the initial state.
const ENTRY: i32 = 30;
const TITLE_LINE: i32 = 24;
const CAPTION_LINE: i32 = 18;
const LEGEND_GAP: i32 = 20;
const TITLE_LIMIT: usize = 72;

const ARROW: &str = r#"  <defs>
    <marker id="etiquette-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
      <path class="arrow" d="M0 0.8 L10 5 L0 9.2 L2.4 5 Z"/>
    </marker>
  </defs>
"#;

/// The picture of a scene.
pub fn picture(outcome: &Outcome, scene: &Scene, drawing: &Drawing) -> String {
    let caption = Caption::new(outcome, scene);
    let top = caption.height() + ENTRY;
    let page = Size {
        width: drawing.size.width.max(caption.width()) + 2 * MARGIN,
        height: drawing.size.height + top + caption.legend_height() + 2 * MARGIN,
    };
    let mut svg = header(outcome, page);
    caption.write(&mut svg, page);
    let left = (page.width - drawing.size.width) / 2;
    let _ = writeln!(svg, "  <g transform=\"translate({left} {})\">", MARGIN + top);
    write_entry(&mut svg, &drawing.nodes[scene.graph.root]);
    for (edge, route) in scene.edges.iter().zip(&drawing.edges) {
        write_edge(&mut svg, edge, route);
    }
    for (index, (state, area)) in scene.states.iter().zip(&drawing.nodes).enumerate() {
        write_loop(&mut svg, state, area);
        write_jumps(&mut svg, state, area);
        write_state(&mut svg, state, area, index == scene.graph.root);
    }
    svg.push_str("  </g>\n</svg>\n");
    svg
}

/// In place of a picture of more states than anyone could look at.
pub fn too_large(outcome: &Outcome) -> String {
    let page = Size { width: 560, height: 120 };
    let mut svg = header(outcome, page);
    let lines =
        [&outcome.title(), &summary(outcome).join(" · "), "Too many states to draw: the JSON format has them all."];
    for (index, line) in lines.iter().enumerate() {
        let y = 2 * MARGIN + 24 * index as i32;
        let _ = writeln!(svg, "  <text class=\"fact\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escaped(line));
    }
    svg.push_str("</svg>\n");
    svg
}

fn header(outcome: &Outcome, page: Size) -> String {
    let Size { width, height } = page;
    let description = format!("Interface of {}: {}", outcome.title(), summary(outcome).join(", "));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}\">\n",
        escaped(&description)
    );
    let _ = writeln!(svg, "  <style>{STYLE}</style>");
    svg.push_str(ARROW);
    let _ = writeln!(
        svg,
        "  <rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"12\"/>",
        width - 1,
        height - 1
    );
    svg
}

/// The texts above and below the drawing.
struct Caption {
    title: String,
    lines: Vec<String>,
    legend: Vec<String>,
}

impl Caption {
    fn new(outcome: &Outcome, scene: &Scene) -> Self {
        let facts = summary(outcome);
        let mut lines = vec![facts[..1].join(" · "), facts[1..].join(" · ")];
        if !outcome.errors.is_empty() {
            lines.push(format!("keeps clear of {}", outcome.errors.join(", ")));
        }
        let kinds = [
            (Look::DeadEnd, "red: a dead end, no call is allowed"),
            (Look::Unexplored, "dashed: not all calls were explored"),
        ];
        let occurs = |look| scene.states.iter().any(|state| state.look == look);
        let legend = kinds.iter().filter(|(look, _)| occurs(*look)).map(|(_, text)| *text);
        let doubts = scene.states.iter().any(|state| !state.doubtful.is_empty());
        let doubts = doubts
            .then_some("below a dashed line: calls that may fail, depending on what is not modelled; not allowed");
        let behind = scene.edges.iter().any(|edge| edge.is_doubtful);
        let behind = behind.then_some("dashed edge: where a doubtful call leads, should it return");
        let jumps = scene.states.iter().any(|state| !state.jumps.is_empty());
        let jumps = jumps.then_some("rounded frame: the edge goes on to the state of that name");
        Caption {
            title: cut(&outcome.title(), TITLE_LIMIT),
            lines: lines.iter().map(|line| cut(line, 2 * TITLE_LIMIT)).collect(),
            legend: legend.chain(doubts).chain(behind).chain(jumps).map(str::to_string).collect(),
        }
    }

    fn width(&self) -> i32 {
        let lines = self.lines.iter().chain(&self.legend);
        let captions = lines.map(|line| width(line, Font::Sans, 12)).max().unwrap_or(0);
        captions.max(width(&self.title, Font::Sans, 17))
    }

    fn height(&self) -> i32 {
        TITLE_LINE + CAPTION_LINE * self.lines.len() as i32 + 8
    }

    fn legend_height(&self) -> i32 {
        match self.legend.len() as i32 {
            0 => 0,
            lines => CAPTION_LINE * lines + LEGEND_GAP,
        }
    }

    fn write(&self, svg: &mut String, page: Size) {
        let mut line = |class: &str, y: i32, text: &str| {
            let text = escaped(text);
            let _ = writeln!(svg, "  <text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{text}</text>");
        };
        line("title", MARGIN + 14, &self.title);
        for (index, text) in (0..).zip(&self.lines) {
            line("caption", MARGIN + TITLE_LINE + 12 + CAPTION_LINE * index, text);
        }
        let first = page.height - MARGIN - self.legend_height() + LEGEND_GAP + 12;
        for (index, text) in (0..).zip(&self.legend) {
            line("caption", first + CAPTION_LINE * index, text);
        }
    }
}

/// The dot and the arrow that lead into the initial state.
fn write_entry(svg: &mut String, initial: &Area) {
    let Point { x, .. } = initial.center();
    let top = initial.top - ENTRY + 4;
    let _ = writeln!(
        svg,
        "    <g class=\"edge\"><circle class=\"dot\" cx=\"{x}\" cy=\"{top}\" r=\"4\"/>\
         <path d=\"M{x} {top}V{}\" marker-end=\"url(#etiquette-arrow)\"/></g>",
        initial.top
    );
}

fn write_edge(svg: &mut String, edge: &Edge, route: &Route) {
    let Area { left, top, size } = route.label;
    let doubtful = if edge.is_doubtful { " in-doubt" } else { "" };
    let _ = writeln!(svg, "    <g class=\"edge code{doubtful}\"><title>{}</title>", escaped(&edge.tooltip));
    let _ = writeln!(svg, "      <path d=\"{}\" marker-end=\"url(#etiquette-arrow)\"/>", path(&route.points));
    let _ = writeln!(
        svg,
        "      <rect class=\"halo\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>",
        size.width, size.height
    );
    let center = route.label.center().x;
    for (index, line) in (0..).zip(&edge.lines) {
        let y = top + CODE_LINE * index + 13;
        let _ = writeln!(svg, "      <text x=\"{center}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", escaped(line));
    }
    svg.push_str("    </g>\n");
}

/// A path through points: vertical lines, and curves that start and end vertically.
fn path(points: &[Point]) -> String {
    let mut path = format!("M{} {}", points[0].x, points[0].y);
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        if from.x == to.x {
            let _ = write!(path, "V{}", to.y);
        } else {
            let middle = (from.y + to.y) / 2;
            let _ = write!(path, "C{} {middle} {} {middle} {} {}", from.x, to.x, to.x, to.y);
        }
    }
    path
}

/// The loop of the events that stay in a state, on its right.
fn write_loop(svg: &mut String, state: &State, area: &Area) {
    if state.loops.is_empty() {
        return;
    }
    let (right, middle) = (area.right(), area.center().y);
    let bow = right + LOOP_WIDTH - 6;
    let _ = writeln!(
        svg,
        "    <g class=\"edge code\"><path d=\"M{right} {}C{bow} {} {bow} {} {right} {}\" marker-end=\"url(#etiquette-arrow)\"/>",
        middle - 8,
        middle - 18,
        middle + 18,
        middle + 8
    );
    let top = middle - CODE_LINE * state.loops.len() as i32 / 2;
    for (index, line) in (0..).zip(&state.loops) {
        let y = top + CODE_LINE * index + 12;
        let _ = writeln!(svg, "      <text x=\"{}\" y=\"{y}\">{}</text>", right + LOOP_WIDTH - 2, escaped(line));
    }
    svg.push_str("    </g>\n");
}

/// The jumps of a state, on its left, below each other.
fn write_jumps(svg: &mut String, state: &State, area: &Area) {
    let first = area.center().y - JUMP_LINE * (state.jumps.len() as i32 - 1) / 2;
    for (index, jump) in (0..).zip(&state.jumps) {
        let _ = writeln!(svg, "    <g class=\"edge jump\"><title>{}</title>", escaped(&jump.tooltip));
        write_jump(svg, jump, area, first + JUMP_LINE * index);
        svg.push_str("    </g>\n");
    }
}

/// A line from a state to the left, the events on it, and the name of the target in a frame at its end.
fn write_jump(svg: &mut String, jump: &Jump, state: &Area, y: i32) {
    let start = state.left;
    let leave = y.clamp(state.top + 8, state.bottom() - 8);
    let (bow, straight) = (start - JUMP_STUB / 2, start - JUMP_STUB);
    let frame = start - jump.width();
    let end = frame + jump.target_width;
    let _ = writeln!(
        svg,
        "      <path d=\"M{start} {leave}C{bow} {leave} {bow} {y} {straight} {y}H{end}\" marker-end=\"url(#etiquette-arrow)\"/>"
    );
    let size = Size { width: jump.events_width, height: CODE_LINE + 2 };
    let (left, top) = (end + JUMP_STUB, y - size.height / 2);
    write_text_on_line(svg, &Area { left, top, size }, &jump.events);
    let _ = writeln!(
        svg,
        "      <rect class=\"target\" x=\"{frame}\" y=\"{}\" width=\"{}\" height=\"{TARGET_HEIGHT}\" rx=\"10\"/>",
        y - TARGET_HEIGHT / 2,
        jump.target_width
    );
    let _ = writeln!(
        svg,
        "      <text class=\"target-name\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        frame + jump.target_width / 2,
        y + 4,
        escaped(&jump.target)
    );
}

/// A line of code that interrupts the line below it.
fn write_text_on_line(svg: &mut String, area: &Area, text: &str) {
    let _ = writeln!(
        svg,
        "      <rect class=\"halo\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        area.left, area.top, area.size.width, area.size.height
    );
    let Point { x, y } = area.center();
    let _ = writeln!(
        svg,
        "      <text class=\"code\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        y + 4,
        escaped(text)
    );
}

fn write_state(svg: &mut String, state: &State, area: &Area, initial: bool) {
    let look = match state.look {
        Look::Plain => "",
        Look::DeadEnd => " dead-end",
        Look::Unexplored => " unexplored",
    };
    let initial = if initial { " initial" } else { "" };
    let _ = writeln!(svg, "    <g class=\"state{initial}{look}\"><title>{}</title>", escaped(&state.tooltip));
    let Area { left, top, size } = area;
    let _ = writeln!(
        svg,
        "      <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"8\"/>",
        size.width, size.height
    );
    let mut y = top + (size.height - state.text_height()) / 2;
    let mut write = |svg: &mut String, class: &str, line: &str, (step, baseline): (i32, i32)| {
        let (x, baseline) = (area.center().x, y + baseline);
        let line = escaped(line);
        let _ = writeln!(
            svg,
            "      <text class=\"{class}\" x=\"{x}\" y=\"{baseline}\" text-anchor=\"middle\">{line}</text>"
        );
        y += step;
    };
    state.name.iter().for_each(|line| write(svg, "name", line, (NAME_LINE, 14)));
    state.label.iter().for_each(|line| write(svg, "code", line, (CODE_LINE, 12)));
    state.doubtful.iter().for_each(|line| write(svg, "code doubtful", line, (CODE_LINE, 12 + DOUBT_GAP)));
    if !state.doubtful.is_empty() {
        let line = y - CODE_LINE * state.doubtful.len() as i32 + DOUBT_GAP / 2;
        let _ = writeln!(svg, "      <path class=\"doubt\" d=\"M{left} {line}H{}\"/>", area.right());
    }
    svg.push_str("    </g>\n");
}
