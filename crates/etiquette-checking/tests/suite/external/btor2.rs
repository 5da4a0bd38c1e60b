//! A small reader and simulator of BTOR2, written from its description and sharing nothing with the writer.

use std::collections::BTreeMap;

use etiquette_checking::TakenStep;

use crate::common::Case;

struct Line {
    number: usize,
    operator: String,
    /// The numbers that follow.
    operands: Vec<u64>,
    name: String,
}

/// A model, with the widths of its sorts.
pub struct Model {
    lines: Vec<Line>,
    widths: BTreeMap<u64, u32>,
}

/// Values by name.
pub type Inputs = BTreeMap<String, u64>;

pub fn read(text: &str) -> Model {
    let lines: Vec<Line> = text.lines().filter(|line| !line.starts_with(';')).map(read_line).collect();
    let sorts = lines.iter().filter(|line| line.operator == "sort");
    let widths = sorts.map(|line| (line.number as u64, line.operands[0] as u32)).collect();
    Model { lines, widths }
}

fn read_line(line: &str) -> Line {
    let words: Vec<&str> = line.split(' ').collect();
    let number = words[0].parse().expect("a line begins with its number");
    let operands = words[2..].iter().filter_map(|word| word.parse().ok()).collect();
    let name = words[2..].iter().rev().find(|word| word.parse::<u64>().is_err() && **word != "bitvec");
    Line { number, operator: words[1].into(), operands, name: name.map_or_else(String::new, |name| (*name).into()) }
}

impl Model {
    /// States and inputs, by the names that the model gives them, in the order of the system.
    fn named(&self, kind: &str) -> Vec<&Line> {
        self.lines.iter().filter(|line| line.operator == kind && line.name != "first").collect()
    }

    /// What a state and a step are in the model; the system's variables are its first states.
    pub fn inputs_of(&self, case: &Case, state: &[u64], taken: &TakenStep) -> Inputs {
        let states = self.named("state");
        assert_eq!(states.len(), state.len());
        let mut inputs: Inputs = states.iter().zip(state).map(|(line, &value)| (line.name.clone(), value)).collect();
        for (symbol, &value) in case.system.steps[taken.step].inputs.iter().zip(&taken.inputs) {
            let suffix = format!("_{}", symbol.index());
            let line = self.named("input").into_iter().find(|line| line.name.ends_with(&suffix));
            inputs.insert(line.expect("the input").name.clone(), value);
        }
        let choice = self.named("input").into_iter().find(|line| line.name.starts_with("step_"));
        inputs.extend(choice.map(|line| (line.name.clone(), taken.step as u64)));
        inputs
    }

    /// The values of the states after a step.
    pub fn next(&self, inputs: &Inputs) -> Vec<u64> {
        let values = self.values(inputs, 0);
        let next = |state: &&Line| {
            let line =
                self.lines.iter().find(|line| line.operator == "next" && line.operands[1] == state.number as u64);
            values[&line.expect("every state has a next value").operands[2]]
        };
        self.named("state").iter().map(next).collect()
    }

    /// Whether the constraints allow to begin here, and whether it is bad.
    pub fn claims(&self, inputs: &Inputs) -> [bool; 2] {
        let values = self.values(inputs, 1);
        let all = |kind: &str| {
            let mut claims = self.lines.iter().filter(|line| line.operator == kind);
            claims.all(|line| values[&line.operands[0]] == 1)
        };
        [all("constraint"), all("bad")]
    }

    fn values(&self, inputs: &Inputs, first: u64) -> BTreeMap<u64, u64> {
        let mut values = BTreeMap::new();
        for line in &self.lines {
            let value = match line.operator.as_str() {
                "sort" | "init" | "next" | "constraint" | "bad" => continue,
                "state" | "input" if line.name == "first" => first,
                "state" | "input" => inputs.get(&line.name).copied().unwrap_or(0),
                _ => self.operation(line, &values),
            };
            values.insert(line.number as u64, value);
        }
        values
    }

    fn operation(&self, line: &Line, values: &BTreeMap<u64, u64>) -> u64 {
        let width = self.widths[&line.operands[0]];
        let operand = |position: usize| u128::from(values[&line.operands[position]]);
        let operand_width = || self.width_of(line.operands[1]);
        let result = match line.operator.as_str() {
            "one" => 1,
            "zero" => 0,
            "constd" => u128::from(line.operands[1]),
            "not" => !operand(1),
            "neg" => operand(1).wrapping_neg(),
            "slice" => operand(1) >> line.operands[3] & ones((line.operands[2] - line.operands[3] + 1) as u32),
            "uext" => operand(1),
            "sext" => signed(operand(1), operand_width()) as u128,
            "implies" => u128::from(operand(1) == 0 || operand(2) == 1),
            "ite" => {
                if operand(1) == 1 {
                    operand(2)
                } else {
                    operand(3)
                }
            }
            name => binary(name, operand(1), operand(2), operand_width()),
        };
        (result & ones(width)) as u64
    }

    fn width_of(&self, number: u64) -> u32 {
        let line = self.lines.iter().find(|line| line.number as u64 == number).expect("an operand");
        self.widths[&line.operands[0]]
    }
}

fn ones(width: u32) -> u128 {
    (1 << width) - 1
}

fn signed(value: u128, width: u32) -> i128 {
    if value >> (width - 1) & 1 == 1 { value as i128 - (1 << width) } else { value as i128 }
}

fn binary(name: &str, a: u128, b: u128, width: u32) -> u128 {
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    let amount = b.min(127) as u32;
    match name {
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "eq" => u128::from(a == b),
        "add" => a + b,
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "udiv" => a.checked_div(b).unwrap_or(ones(width)),
        "urem" => {
            if b == 0 {
                a
            } else {
                a % b
            }
        }
        "sdiv" if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                ones(width)
            }
        }
        "sdiv" => (signed_a / signed_b) as u128,
        "srem" => {
            if b == 0 {
                a
            } else {
                (signed_a % signed_b) as u128
            }
        }
        "sll" => {
            if b >= u128::from(width) {
                0
            } else {
                a << amount
            }
        }
        "srl" => a >> amount,
        "sra" => (signed_a >> amount) as u128,
        "ult" => u128::from(a < b),
        "ulte" => u128::from(a <= b),
        "slt" => u128::from(signed_a < signed_b),
        "slte" => u128::from(signed_a <= signed_b),
        _ => panic!("the operator {name}"),
    }
}
