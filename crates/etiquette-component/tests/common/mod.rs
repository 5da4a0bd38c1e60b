//! Random components as source text: small types, nested statements, loops, hidden choices, outcomes and errors.

/// A stream of random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// A component with five variables and three methods.
pub fn random_component(seed: u64) -> String {
    let mut random = Random(seed);
    let methods: Vec<String> = (0..3).map(|index| method(&mut random, index)).collect();
    let initially = random.pick(&["", "initially x != 3;", "initially b || x == y;"]);
    format!(
        "component random {{
           enum Mode {{ OFF, ON, BROKEN }}
           var x: u2 = *; var y: u2 = 0; var b: bool = true; var mode: Mode = OFF; var unused: u2 = 0;
           {initially}
           {} }}",
        methods.join("\n")
    )
}

fn method(random: &mut Random, index: usize) -> String {
    let outcomes = random.pick(&["", " -> bool", " -> good | bad"]);
    let last = match outcomes {
        "" => "return;".to_owned(),
        " -> bool" => format!("return {};", condition(random, 2)),
        _ => random.pick(&["return good;", "return bad;", "if (b) { return good; } return bad;"]).to_owned(),
    };
    let parameter = random.pick(&["", "p: u2"]);
    let local = if parameter.is_empty() { "var p: u2 = 1;" } else { "" };
    let early = match outcomes {
        "" => "return;",
        " -> bool" => "return true;",
        _ => "return bad;",
    };
    let body = block(random, 3, early);
    format!("method m{index}({parameter}){outcomes} {{ {local} {body} {last} }}")
}

fn block(random: &mut Random, depth: usize, early: &str) -> String {
    (0..random.below(4)).map(|_| statement(random, depth, early)).collect::<Vec<_>>().join(" ")
}

fn statement(random: &mut Random, depth: usize, early: &str) -> String {
    if depth == 0 || random.below(3) == 0 {
        return assignment(random);
    }
    let c = condition(random, 2);
    let mut inner = || block(random, depth - 1, early);
    let (first, second) = (inner(), inner());
    match random.below(8) {
        0 | 1 => format!("if ({c}) {{ {first} }} else {{ {second} }}"),
        2 => format!("if ({c}) {{ {first} {early} }}"),
        3 => format!("while ({c}) {{ {first} }}"),
        4 => format!("choose {{ {first} }} or {{ {second} }}"),
        5 => format!("assert {c};"),
        6 => format!("if ({c}) {{ error Oops; }}"),
        _ => format!("assume {c};"),
    }
}

fn assignment(random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("x = {};", number(random, 2)),
        1 => format!("y = {};", number(random, 2)),
        2 => format!("b = {};", condition(random, 2)),
        3 => format!("mode = {};", random.pick(&["OFF", "ON", "BROKEN", "*", "b ? ON : mode"])),
        4 => format!("unused = {};", number(random, 1)),
        _ => random.pick(&["x = *;", "y = *;", "b = *;", "p = x;"]).to_owned(),
    }
}

fn number(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(3) == 0 {
        return random.pick(&["x", "y", "p", "u2(1)", "u2(2)", "unused"]).to_owned();
    }
    let (a, b) = (number(random, depth - 1), number(random, depth - 1));
    match random.below(7) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({a} * {b})"),
        3 => format!("({a} / {b})"),
        4 => format!("({a} & {b})"),
        5 => format!("({a} << {b})"),
        _ => format!("({} ? {a} : {b})", condition(random, depth - 1)),
    }
}

fn condition(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return random.pick(&["b", "mode == ON", "mode != BROKEN", "x < 2", "y == 1", "p <= x"]).to_owned();
    }
    match random.below(4) {
        0 => format!("{} < {}", number(random, depth - 1), number(random, depth - 1)),
        1 => format!("({} && {})", condition(random, depth - 1), condition(random, depth - 1)),
        2 => format!("({} || {})", condition(random, depth - 1), condition(random, depth - 1)),
        _ => format!("!({})", condition(random, depth - 1)),
    }
}
