//! The separation families as one picture: a column for each family, times above, sizes below, both on logarithmic
//! scales.

use std::fmt::Write;

use super::cell::{Algorithm, Cell, Representation, Version};
use super::curves::Curve;

const WIDTH: f64 = 1240.0;
const HEIGHT: f64 = 690.0;
const PANEL_WIDTH: f64 = 235.0;
const PANEL_HEIGHT: f64 = 230.0;
const LEFT: f64 = 70.0;
const COLUMN: f64 = 295.0;
const TOPS: [f64; 2] = [110.0, 400.0];

/// What a panel shows.
#[derive(Clone, Copy)]
struct Axis {
    title: &'static str,
    /// The powers of ten at both ends.
    low: i32,
    high: i32,
    value: fn(&Cell) -> Option<f64>,
    tick: fn(i32) -> String,
    /// Whether lines lie on each other: then one is drawn for each algorithm, the later ones thinner, so that all can
    /// be seen.
    nested: bool,
}

const AXES: [Axis; 2] = [
    Axis { title: "time", low: -5, high: 2, value: |cell| Some(cell.seconds), tick: time_tick, nested: false },
    Axis {
        title: "states of the automaton",
        low: 0,
        high: 6,
        value: |cell| cell.size.map(|size| size as f64),
        tick: count_tick,
        nested: true,
    },
];

fn time_tick(power: i32) -> String {
    match power {
        -5 => "10 µs".into(),
        -3 => "1 ms".into(),
        -1 => "100 ms".into(),
        1 => "10 s".into(),
        _ => String::new(),
    }
}

fn count_tick(power: i32) -> String {
    match power {
        0 => "1".into(),
        2 => "100".into(),
        4 => "10,000".into(),
        6 => "10^6".into(),
        _ => String::new(),
    }
}

/// The picture as an SVG document.
pub(super) fn render(curves: &[Curve]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\" \
         font-size=\"12\" fill=\"#333\">\n<title>Where each of the three algorithms wins</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    legend(&mut svg);
    for (column, curve) in curves.iter().enumerate() {
        let left = LEFT + column as f64 * COLUMN;
        heading(&mut svg, left, curve.family.claim());
        for (axis, top) in AXES.iter().zip(TOPS) {
            Panel { left, top, axis: *axis, curve }.draw(&mut svg);
        }
    }
    svg += "</svg>\n";
    svg
}

fn color(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Direct => "#1b6ca8",
        Algorithm::Learn => "#c1440e",
        Algorithm::Refine => "#2e8b57",
    }
}

fn dashes(representation: Representation) -> &'static str {
    match representation {
        Representation::Explicit => "none",
        Representation::Diagrams => "5 4",
    }
}

fn text(svg: &mut String, x: f64, y: f64, attributes: &str, words: &str) {
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{escaped}</text>");
}

fn legend(svg: &mut String) {
    let mut x = LEFT;
    for algorithm in Algorithm::ALL {
        for representation in [Representation::Explicit, Representation::Diagrams] {
            let _ = writeln!(
                svg,
                "<line x1=\"{x}\" y1=\"26\" x2=\"{}\" y2=\"26\" stroke=\"{}\" stroke-width=\"2.5\" stroke-dasharray=\"{}\"/>",
                x + 34.0,
                color(algorithm),
                dashes(representation)
            );
            text(svg, x + 42.0, 30.0, "", &Version { algorithm, representation }.name());
            x += 150.0;
        }
    }
}

/// The claim, broken where it gets too long for its column.
fn heading(svg: &mut String, left: f64, claim: &str) {
    let mut lines = vec![String::new()];
    for word in claim.split(' ') {
        if lines.last().is_some_and(|line| line.len() + word.len() > 36) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    for (index, line) in lines.iter().enumerate() {
        text(svg, left, 68.0 + 17.0 * index as f64, "font-size=\"13.5\" font-weight=\"bold\"", line);
    }
}

struct Panel<'a> {
    left: f64,
    top: f64,
    axis: Axis,
    curve: &'a Curve,
}

impl Panel<'_> {
    fn draw(&self, svg: &mut String) {
        self.frame(svg);
        for (version, points) in self.curve.versions.iter().filter(|(version, _)| self.shows(*version)) {
            let shown: Vec<(f64, f64)> = points
                .iter()
                .filter_map(|point| Some((self.x(point.variables), self.y((self.axis.value)(&point.cell)?))))
                .collect();
            draw_line(svg, *version, &shown, self.axis.nested);
        }
    }

    /// Of lines that lie on each other, the longest is shown for each algorithm.
    fn shows(&self, version: Version) -> bool {
        let length = |found: Version| {
            let mut versions = self.curve.versions.iter();
            versions.find(|(other, _)| *other == found).map_or(0, |(_, points)| points.len())
        };
        let of = |representation| length(Version { representation, ..version });
        let diagrams_go_farther = of(Representation::Diagrams) > of(Representation::Explicit);
        !self.axis.nested || (version.representation == Representation::Diagrams) == diagrams_go_farther
    }

    fn x(&self, variables: u32) -> f64 {
        let (first, last) = self.variables();
        self.left + PANEL_WIDTH * f64::from(variables - first) / f64::from((last - first).max(1))
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = (f64::from(self.axis.low), f64::from(self.axis.high));
        let share = (value.max(1e-9).log10() - low) / (high - low);
        self.top + PANEL_HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    }

    /// The smallest and the largest system of the family.
    fn variables(&self) -> (u32, u32) {
        let all = || self.curve.versions.iter().flat_map(|(_, points)| points).map(|point| point.variables);
        (all().min().unwrap_or(4), all().max().unwrap_or(5))
    }

    fn frame(&self, svg: &mut String) {
        let (right, bottom) = (self.left + PANEL_WIDTH, self.top + PANEL_HEIGHT);
        for power in self.axis.low..=self.axis.high {
            let (y, tick) = (self.y(10f64.powi(power)), (self.axis.tick)(power));
            let _ = writeln!(
                svg,
                "<line x1=\"{}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#e3e3e3\"/>",
                self.left
            );
            text(svg, self.left - 6.0, y + 4.0, "text-anchor=\"end\" font-size=\"10.5\" fill=\"#666\"", &tick);
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{0} {1} V{bottom} H{right}\" fill=\"none\" stroke=\"#888\"/>",
            self.left, self.top
        );
        let (first, last) = self.variables();
        for variables in (first..=last).step_by(4) {
            let attributes = "text-anchor=\"middle\" font-size=\"10.5\" fill=\"#666\"";
            text(svg, self.x(variables), bottom + 15.0, attributes, &variables.to_string());
        }
        text(svg, (self.left + right) / 2.0, bottom + 31.0, "text-anchor=\"middle\"", "variables (k)");
        text(svg, self.left + 4.0, self.top - 8.0, "font-style=\"italic\"", self.axis.title);
    }
}

fn draw_line(svg: &mut String, version: Version, points: &[(f64, f64)], nested: bool) {
    let width = match version.algorithm {
        Algorithm::Direct if nested => 7.0,
        Algorithm::Learn if nested => 4.5,
        _ => 2.0,
    };
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dashes = if nested { "none" } else { dashes(version.representation) };
    let color = color(version.algorithm);
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>",
        path.join(" ")
    );
    for (x, y) in points.iter().filter(|_| !nested) {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\" fill=\"{color}\"/>");
    }
}
