//! Random systems with every operator, at widths at which something can go wrong.

use etiquette_checking::{Step, System};
use etiquette_logic::{BinaryOp, Sort, Symbol, Term, TermPool, UnaryOp, mask};

use crate::common::{Case, Dice};

const SORTS: [Sort; 5] = [Sort::Bool, Sort::Bits(1), Sort::Bits(5), Sort::Bits(32), Sort::Bits(64)];

/// A random value, often one at an end of the type or near zero.
pub fn random_value(sort: Sort, dice: &mut Dice) -> u64 {
    let any = (dice.below(1 << 30) as u64) << 34 ^ (dice.below(1 << 30) as u64) << 15 ^ dice.below(1 << 30) as u64;
    let value = [any, dice.below(4) as u64, u64::MAX - dice.below(3) as u64, 1 << (sort.width() - 1)][dice.below(4)];
    value & mask(sort.width())
}

pub fn random_state(case: &Case, dice: &mut Dice) -> Vec<u64> {
    case.system.variables.iter().map(|&symbol| random_value(case.pool.symbol_sort(symbol), dice)).collect()
}

struct Generator {
    pool: TermPool,
    dice: Dice,
    symbols: Vec<Symbol>,
}

impl Generator {
    fn leaf(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Symbol> =
            self.symbols.iter().copied().filter(|&symbol| self.pool.symbol_sort(symbol) == sort).collect();
        if fitting.is_empty() || self.dice.below(4) == 0 {
            let value = random_value(sort, &mut self.dice);
            return self.pool.constant(sort, value);
        }
        self.pool.symbol(fitting[self.dice.below(fitting.len())])
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf(sort);
        }
        if self.dice.below(6) == 0 {
            let condition = self.term(Sort::Bool, depth - 1);
            let (a, b) = (self.term(sort, depth - 1), self.term(sort, depth - 1));
            return self.pool.ite(condition, a, b);
        }
        match sort {
            Sort::Bool => self.truth(depth - 1),
            Sort::Bits(width) => self.number(width, depth - 1),
        }
    }

    fn truth(&mut self, depth: usize) -> Term {
        use BinaryOp::*;
        let operators = [And, Or, Xor, Equal, UnsignedLess, UnsignedLessEqual, SignedLess, SignedLessEqual];
        let number = self.dice.below(operators.len() + 1);
        let Some(&operator) = operators.get(number) else {
            let a = self.term(Sort::Bool, depth);
            return self.pool.unary(UnaryOp::Not, a);
        };
        let sort = if number < 3 { Sort::Bool } else { SORTS[1 + self.dice.below(SORTS.len() - 1)] };
        let (a, b) = (self.term(sort, depth), self.term(sort, depth));
        self.pool.binary(operator, a, b)
    }

    fn number(&mut self, width: u32, depth: usize) -> Term {
        use BinaryOp::*;
        let operators = [
            Add,
            Sub,
            Mul,
            UnsignedDiv,
            UnsignedRem,
            SignedDiv,
            SignedRem,
            BitAnd,
            BitOr,
            BitXor,
            ShiftLeft,
            ShiftRightLogical,
            ShiftRightArithmetic,
        ];
        let sort = Sort::Bits(width);
        match self.dice.below(operators.len() + 4) {
            number if number < operators.len() => {
                let (a, b) = (self.term(sort, depth), self.term(sort, depth));
                self.pool.binary(operators[number], a, b)
            }
            13 => {
                let a = self.term(sort, depth);
                self.pool.unary(UnaryOp::BitNot, a)
            }
            14 => {
                let a = self.term(sort, depth);
                self.pool.unary(UnaryOp::Negate, a)
            }
            15 => {
                let a = self.term(Sort::Bits(64), depth);
                let low = self.dice.below((64 - width + 1) as usize) as u32;
                self.pool.unary(UnaryOp::Extract { high: low + width - 1, low }, a)
            }
            _ => {
                let from = [1, 5, 32, 64][self.dice.below(4)].min(width);
                let a = self.term(Sort::Bits(from), depth);
                let signed = self.dice.below(2) == 0;
                self.pool.unary(if signed { UnaryOp::SignExtend(width) } else { UnaryOp::ZeroExtend(width) }, a)
            }
        }
    }

    fn step(&mut self, variables: &[Symbol], inputs: &[Symbol]) -> Step {
        self.symbols = [variables, inputs].concat();
        let condition = self.term(Sort::Bool, 2);
        let mut updates = Vec::new();
        for &variable in variables {
            if self.dice.below(3) > 0 {
                let sort = self.pool.symbol_sort(variable);
                updates.push((variable, self.term(sort, 3)));
            }
        }
        Step { inputs: inputs.to_vec(), condition, updates }
    }
}

/// Variables and inputs of all sorts, every operator.
pub fn random_case(seed: u64) -> Case {
    case_over(seed, &SORTS)
}

/// A few bits, so that other checkers can be asked.
pub fn small_case(seed: u64) -> Case {
    case_over(seed, &[Sort::Bool, Sort::Bits(5)])
}

fn case_over(seed: u64, sorts: &[Sort]) -> Case {
    let mut generator = Generator { pool: TermPool::new(), dice: Dice(seed), symbols: Vec::new() };
    // Names that no other language would take as they are.
    let mut symbols = |name: &str| -> Vec<Symbol> {
        sorts.iter().map(|&sort| generator.pool.new_symbol(format!("{name} |é"), sort)).collect()
    };
    let (variables, inputs) = (symbols("0x"), symbols("switch"));
    let count = 1 + generator.dice.below(4);
    let steps = (0..count).map(|number| generator.step(&variables, &inputs[..inputs.len() - number % 2])).collect();
    generator.symbols = variables.clone();
    let [initial, bad] = [2, 2].map(|depth| generator.term(Sort::Bool, depth));
    Case { pool: generator.pool, system: System { variables, initial, steps }, bad, known: Vec::new() }
}
