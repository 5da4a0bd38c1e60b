//! Random components for the certified engine: parameters of several types, enums, loops, hidden choices, constructors.
//!
//! Each is made after a random *manner* that says which of these it has, so that plain ones come up as well as wild
//! ones. One statement stands on a line, so that a component that shows a bug can be made smaller line by line.

use super::random::Random;

/// What a random component has.
struct Manner {
    hidden: bool,
    loops: bool,
    blocks: bool,
    initial_choice: bool,
    constructors: usize,
    methods: usize,
    outcomes: bool,
}

/// The types of variables and parameters, with the variables of each that every component has.
const NUMBERS: [&str; 2] = ["u2", "i3"];

/// A random component as source text.
pub fn random_source(seed: u64) -> String {
    let mut random = Random(seed);
    let manner = Manner {
        hidden: random.below(2) == 0,
        loops: random.below(4) == 0,
        blocks: random.below(5) == 0,
        initial_choice: random.below(4) == 0,
        constructors: random.below(4).saturating_sub(1),
        methods: 2 + random.below(3),
        outcomes: random.below(2) == 0,
    };
    Generator { random, manner, parameters: Vec::new(), lines: Vec::new() }.component()
}

struct Generator {
    random: Random,
    manner: Manner,
    /// The parameters of the method at hand, each with its type.
    parameters: Vec<(String, &'static str)>,
    lines: Vec<String>,
}

impl Generator {
    fn component(mut self) -> String {
        self.lines.push("component random {".into());
        self.lines.push("enum Mode { OFF, ON, BROKEN }".into());
        let first = if self.manner.initial_choice { "*" } else { "1" };
        self.lines.push(format!("var x: u2 = {first};"));
        for variable in ["var n: i3 = 0;", "var b: bool = false;", "var mode: Mode = OFF;"] {
            self.lines.push(variable.into());
        }
        if self.manner.initial_choice && self.random.below(2) == 0 {
            self.lines.push("initially x != 3;".into());
        }
        for index in 0..self.manner.constructors {
            self.method("new", &format!("Made{index}"));
        }
        for index in 0..self.manner.methods {
            self.method("method", &format!("m{index}"));
        }
        self.lines.push("}".into());
        self.lines.join("\n")
    }

    fn method(&mut self, kind: &str, name: &str) {
        let types = ["u2", "i3", "bool", "Mode"];
        let count = [0, 0, 1, 1, 2][self.random.below(5)];
        self.parameters = (0..count).map(|index| (format!("p{index}"), types[self.random.below(4)])).collect();
        let written: Vec<String> = self.parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let has_outcomes = self.manner.outcomes && self.random.below(2) == 0;
        let outcomes = if has_outcomes { " -> good | bad" } else { "" };
        self.lines.push(format!("{kind} {name}({}){outcomes} {{", written.join(", ")));
        if self.random.below(3) > 0 {
            let condition = self.condition(2);
            self.lines.push(format!("assert {condition};"));
        }
        let statements = 1 + self.random.below(3);
        for _ in 0..statements {
            self.statement(2, has_outcomes);
        }
        if has_outcomes {
            self.lines.push("return bad;".into());
        }
        self.lines.push("}".into());
    }

    fn statement(&mut self, depth: usize, has_outcomes: bool) {
        let kind = if depth == 0 { 0 } else { self.random.below(10) };
        match kind {
            5 | 6 => self.branch(depth, has_outcomes),
            7 if self.manner.loops => {
                let condition = self.condition(2);
                self.nested(&format!("while ({condition}) {{"), "}", depth, has_outcomes);
            }
            8 if self.manner.hidden => {
                self.nested("choose {", "} or {", depth, has_outcomes);
                self.statement(depth - 1, has_outcomes);
                self.lines.push("}".into());
            }
            9 if self.manner.blocks => {
                let condition = self.condition(1);
                self.lines.push(format!("assume {condition};"));
            }
            4 | 9 if has_outcomes => {
                let condition = self.condition(1);
                self.lines.push(format!("if ({condition}) {{ return good; }}"));
            }
            _ => self.assignment(),
        }
    }

    fn branch(&mut self, depth: usize, has_outcomes: bool) {
        let condition = self.condition(2);
        match self.random.below(4) {
            0 => self.lines.push(format!("if ({condition}) {{ error Oops; }}")),
            1 => self.nested(&format!("if ({condition}) {{"), "}", depth, has_outcomes),
            _ => {
                self.nested(&format!("if ({condition}) {{"), "} else {", depth, has_outcomes);
                self.statement(depth - 1, has_outcomes);
                self.lines.push("}".into());
            }
        }
    }

    fn nested(&mut self, before: &str, after: &str, depth: usize, has_outcomes: bool) {
        self.lines.push(before.into());
        for _ in 0..=self.random.below(2) {
            self.statement(depth - 1, has_outcomes);
        }
        self.lines.push(after.into());
    }

    fn assignment(&mut self) {
        let hides = self.manner.hidden && self.random.below(3) == 0;
        let line = match (self.random.below(4), hides) {
            (0, true) => "x = *;".into(),
            (1, true) => "n = *;".into(),
            (2, true) => "b = *;".into(),
            (_, true) => "mode = *;".into(),
            (0, false) => format!("x = {};", self.number("u2", 1)),
            (1, false) => format!("n = {};", self.number("i3", 1)),
            (2, false) => format!("b = {};", self.condition(1)),
            (_, false) => format!("mode = {};", self.mode()),
        };
        self.lines.push(line);
    }

    /// A parameter of the type, if there is one and chance will have it.
    fn parameter(&mut self, ty: &str) -> Option<String> {
        let fitting: Vec<&String> =
            self.parameters.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name).collect();
        let chosen = self.random.below(2 * fitting.len().max(1));
        fitting.get(chosen).map(|name| (*name).clone())
    }

    fn mode(&mut self) -> String {
        let constant = ["OFF", "ON", "BROKEN", "mode"][self.random.below(4)];
        self.parameter("Mode").unwrap_or_else(|| constant.into())
    }

    fn number(&mut self, ty: &str, depth: usize) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            let variable = if ty == "u2" { "x" } else { "n" };
            let constant = ["0", "1", "2", "3"][self.random.below(4)];
            let plain = if self.random.below(2) == 0 { variable.into() } else { format!("{ty}({constant})") };
            return self.parameter(ty).unwrap_or(plain);
        }
        let (left, right) = (self.number(ty, depth - 1), self.number(ty, depth - 1));
        let operator = ["+", "-", "*", "&", "+", "%"][self.random.below(6)];
        format!("({left} {operator} {right})")
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return self.comparison();
        }
        match self.random.below(4) {
            0 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            1 => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
            2 => format!("!({})", self.condition(depth - 1)),
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> String {
        match self.random.below(5) {
            0 => self.parameter("bool").unwrap_or_else(|| "b".into()),
            1 => format!("mode == {}", self.mode()),
            kind => {
                let ty = NUMBERS[kind % 2];
                let operator = ["<", "<=", "==", "!="][self.random.below(4)];
                format!("{} {operator} {}", self.number(ty, 1), self.number(ty, 1))
            }
        }
    }
}
