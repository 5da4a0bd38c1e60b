//! Random Java classes with errors that depend on what was called before. The same seed gives the same class.
//!
//! A class has a few [`Cell`]s, and methods of random statements that change them and ask about them. Every class is
//! called `C`, compiles, and its calls return: loops are bounded, and methods only call those declared after them.

use etiquette_learning::SplitMix64;

use super::pieces::{Cell, Pieces};

/// The name of every generated class.
pub(super) const CLASS: &str = "C";

/// How deep statements are nested.
const DEEPEST: usize = 2;

/// What a class may throw where it must not be called; all of them are illegal states.
const ERRORS: [&str; 4] = [
    "new IllegalStateException()",
    "new IllegalStateException(\"not now\")",
    "new java.util.concurrent.CancellationException()",
    "new java.nio.channels.OverlappingFileLockException()",
];

/// The source of a random class.
pub(super) fn random_class(pieces: &Pieces, seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let cells = chosen_cells(pieces, &mut random);
    let helpers = random.below(3);
    Generator { pieces, cells, helpers, uses: 0, random }.class()
}

/// Two to four cells, or as many as there are, with at most one superclass between them; `#` is the position.
fn chosen_cells(pieces: &Pieces, random: &mut SplitMix64) -> Vec<Cell> {
    let wanted = (2 + random.below(3)).min(pieces.cells.len());
    let mut chosen: Vec<Cell> = Vec::new();
    while chosen.len() < wanted {
        let cell = &pieces.cells[random.below(pieces.cells.len())];
        let is_superclass_free = cell.extends.is_none() || chosen.iter().all(|other| other.extends.is_none());
        if is_superclass_free && chosen.iter().all(|other| other.name != cell.name) {
            chosen.push(cell.clone());
        }
    }
    chosen.iter().enumerate().map(|(position, cell)| numbered(cell, position)).collect()
}

fn numbered(cell: &Cell, position: usize) -> Cell {
    let one = |text: &String| text.replace('#', &position.to_string());
    let all = |texts: &[String]| texts.iter().map(one).collect();
    Cell {
        name: cell.name.clone(),
        is_static: cell.is_static,
        extends: cell.extends.as_ref().map(one),
        implements: cell.implements.as_ref().map(one),
        fields: all(&cell.fields),
        members: all(&cell.members),
        beside: all(&cell.beside),
        effects: all(&cell.effects),
        conditions: all(&cell.conditions),
    }
}

/// What the statements of a method may speak of, and how they leave it.
#[derive(Clone, Copy)]
struct Body {
    is_static: bool,
    /// Helpers from this one on may be called.
    first_helper: usize,
    parameter: &'static str,
    leave: &'static str,
}

impl Body {
    const PLAIN: Body = Body { is_static: false, first_helper: 0, parameter: "", leave: "return;" };
}

struct Generator<'a> {
    pieces: &'a Pieces,
    cells: Vec<Cell>,
    helpers: usize,
    /// How many numbers were given to uses of pieces.
    uses: usize,
    random: SplitMix64,
}

/// Parameters that methods have, and conditions on them.
const PARAMETERS: [(&str, &[&str]); 9] = [
    ("", &[]),
    ("", &[]),
    ("int p", &["p > 1", "p == 0", "p < 0 || p == 3"]),
    ("boolean p", &["p"]),
    ("String p", &["p == null", "p != null && p.isEmpty()", "p != null && p.length() > 1"]),
    ("V p", &["p == null", "p != null && p.isOn()", "p != null && p.size() > 1", "p == null || p.isKept()"]),
    ("java.util.List<String> p", &["p != null && p.isEmpty()", "p == null || p.size() > 1"]),
    ("Object p", &["p == null", "p == this", "p instanceof String", "p instanceof CharSequence", "p instanceof C"]),
    ("C p", &["p == null", "p == this", "p != null && p != this"]),
];

/// The class of an argument, what changes it, and what can be asked of it without changing it.
const ARGUMENT: &str = "public static final class V {
    private final boolean kept;
    private boolean on;
    private int size;

    public V(boolean kept, boolean on, int size) {
        this.kept = kept;
        this.on = on;
        this.size = size;
    }

    public boolean isOn() {
        return on;
    }

    public boolean isKept() {
        return kept;
    }

    public int size() {
        return size;
    }

    void turn() {
        on = !on;
        size++;
    }
}";
const TURN: &str = "if (p != null) {
    p.turn();
}";

/// What methods return, how they leave early, and what they return in the end.
const RESULTS: [(&str, &str, &str); 5] = [
    ("void", "return;", ""),
    ("void", "return;", ""),
    ("boolean", "return false;", "return {C};"),
    ("Object", "return null;", "return {C} ? this : null;"),
    ("int", "return 0;", "return {C} ? 1 : 0;"),
];

impl Generator<'_> {
    fn class(mut self) -> String {
        let mut lines = vec![self.head()];
        for cell in self.cells.clone() {
            lines.extend(cell.fields.iter().chain(&cell.members).map(|text| indented(text)));
        }
        let constructor = self.constructor();
        lines.push(indented(&constructor));
        for number in 0..2 + self.random.below(3) {
            let method = self.method(number);
            lines.push(indented(&method));
        }
        for number in 0..self.helpers {
            let helper = self.helper(number);
            lines.push(indented(&helper));
        }
        if lines.iter().any(|line| line.contains("(V p)")) {
            lines.push(indented(ARGUMENT));
        }
        lines.push("}".into());
        lines.extend(self.cells.iter().flat_map(|cell| cell.beside.clone()));
        lines.join("\n") + "\n"
    }

    fn head(&self) -> String {
        let extends = self.cells.iter().find_map(|cell| cell.extends.as_ref());
        let implements: Vec<&str> = self.cells.iter().filter_map(|cell| cell.implements.as_deref()).collect();
        let extends = extends.map(|name| format!(" extends {name}")).unwrap_or_default();
        let implements =
            if implements.is_empty() { String::new() } else { format!(" implements {}", implements.join(", ")) };
        format!("public class {CLASS}{extends}{implements} {{")
    }

    fn constructor(&mut self) -> String {
        let parameter = self.parameter();
        let statements = if self.one_in(2) { self.statements(Body { parameter, ..Body::PLAIN }, 0) } else { "".into() };
        block(&format!("public {CLASS}({parameter})"), &[statements])
    }

    fn parameter(&mut self) -> &'static str {
        PARAMETERS[self.random.below(PARAMETERS.len())].0
    }

    fn method(&mut self, number: usize) -> String {
        let (result, leave, last) = RESULTS[self.random.below(RESULTS.len())];
        let is_static = result != "Object" && self.cells.iter().any(|cell| cell.is_static) && self.one_in(5);
        let body = Body { is_static, parameter: self.parameter(), leave, ..Body::PLAIN };
        let mut parts = Vec::new();
        if !self.one_in(4) {
            parts.push(self.check(body));
        }
        parts.push(self.statements(body, 0));
        parts.push(self.filled(last, body, 0));
        let access = if is_static { "public static" } else { "public" };
        block(&format!("{access} {result} m{number}({})", body.parameter), &parts)
    }

    fn helper(&mut self, number: usize) -> String {
        let body = Body { first_helper: number + 1, leave: "return false;", ..Body::PLAIN };
        let check = if self.one_in(2) { self.check(body) } else { String::new() };
        let parts = [check, self.statements(body, 1), self.filled("return {C};", body, 1)];
        block(&format!("private boolean h{number}()"), &parts)
    }

    fn check(&mut self, body: Body) -> String {
        let (condition, error) = (self.condition(body), ERRORS[self.random.below(ERRORS.len())]);
        block(&format!("if ({condition})"), &[format!("throw {error};")])
    }

    fn statements(&mut self, body: Body, depth: usize) -> String {
        let count = 1 + self.random.below(3 - depth.min(2));
        let statements: Vec<String> = (0..count).map(|_| self.statement(body, depth)).collect();
        statements.join("\n")
    }

    fn statement(&mut self, body: Body, depth: usize) -> String {
        match self.random.below(10) {
            0 => self.check(body),
            9 if body.parameter == "V p" => TURN.to_owned(),
            1 if body.first_helper < self.helpers && !body.is_static => format!("{};", self.helper_call(body)),
            2..=4 if depth < DEEPEST => {
                let shape = self.pieces.shapes[self.random.below(self.pieces.shapes.len())].clone();
                self.filled(&shape, body, depth + 1)
            }
            _ => {
                let effect = self.one_of(body, |cell| &cell.effects);
                self.filled(&effect, body, depth)
            }
        }
    }

    /// A text of one of the cells that a body can speak of: all of them, unless it has no object.
    fn one_of(&mut self, body: Body, texts: fn(&Cell) -> &[String]) -> String {
        let cells = self.cells.iter().filter(|cell| cell.is_static || !body.is_static);
        let all: Vec<&String> = cells.flat_map(texts).collect();
        all[self.random.below(all.len())].clone()
    }

    fn helper_call(&mut self, body: Body) -> String {
        format!("h{}()", body.first_helper + self.random.below(self.helpers - body.first_helper))
    }

    fn condition(&mut self, body: Body) -> String {
        let known =
            PARAMETERS.iter().find(|(parameter, _)| *parameter == body.parameter).map_or(&[][..], |found| found.1);
        let can_be_asked = |condition: &&str| !body.is_static || !condition.contains("this");
        let on_parameter: Vec<&str> = known.iter().copied().filter(can_be_asked).collect();
        match self.random.below(9) {
            0 => format!("!({})", self.simple_condition(body)),
            1 => format!("({}) && ({})", self.simple_condition(body), self.simple_condition(body)),
            2 => format!("({}) || ({})", self.simple_condition(body), self.simple_condition(body)),
            3 if body.first_helper < self.helpers && !body.is_static => self.helper_call(body),
            4 | 5 if !on_parameter.is_empty() => on_parameter[self.random.below(on_parameter.len())].to_owned(),
            _ => self.simple_condition(body),
        }
    }

    fn simple_condition(&mut self, body: Body) -> String {
        let condition = self.one_of(body, |cell| &cell.conditions);
        self.numbered_use(&condition)
    }

    fn numbered_use(&mut self, text: &str) -> String {
        self.uses += 1;
        text.replace('@', &self.uses.to_string())
    }

    /// A piece with its holes filled.
    fn filled(&mut self, piece: &str, body: Body, depth: usize) -> String {
        let piece = self.numbered_use(piece);
        let lines: Vec<String> = piece.lines().map(|line| self.filled_line(line, body, depth)).collect();
        lines.join("\n")
    }

    fn filled_line(&mut self, line: &str, body: Body, depth: usize) -> String {
        let inside = line.trim_start();
        let indentation = &line[..line.len() - inside.len()];
        match inside {
            "{S}" => shifted(&self.statements(body, depth), indentation),
            "{R}" => format!("{indentation}{}", body.leave),
            _ => {
                let mut line = line.to_owned();
                while line.contains("{C}") {
                    let condition = self.condition(body);
                    line = line.replacen("{C}", &format!("({condition})"), 1);
                }
                line.replace("{N}", &(1 + self.random.below(3)).to_string())
            }
        }
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.random.below(many) == 0
    }
}

fn block(head: &str, parts: &[String]) -> String {
    let inside = parts.iter().filter(|part| !part.is_empty()).map(|part| indented(part));
    let lines: Vec<String> = [format!("{head} {{")].into_iter().chain(inside).chain(["}".into()]).collect();
    lines.join("\n")
}

fn indented(text: &str) -> String {
    shifted(text, "    ")
}

fn shifted(text: &str, by: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("{by}{line}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Pieces, random_class};

    #[test]
    fn classes_depend_on_the_seed_only() {
        let pieces = Pieces::usual();
        assert_eq!(random_class(&pieces, 7), random_class(&pieces, 7));
        assert_ne!(random_class(&pieces, 7), random_class(&pieces, 8));
    }

    #[test]
    fn nothing_is_left_to_be_filled() {
        let pieces = Pieces::usual();
        for seed in 0..500 {
            let class = random_class(&pieces, seed);
            let is_filled = ["#", "@", "{S}", "{C}", "{N}", "{R}"].iter().all(|hole| !class.contains(hole));
            assert!(is_filled || class.contains("@SuppressWarnings"), "{class}");
        }
    }
}
