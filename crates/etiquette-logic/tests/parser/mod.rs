//! A small parser for infix texts, typed as the printer promises: `bool`, `iN`, `uN` and one named type; a number takes
//! its type from the other operand or from a conversion around it.

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp};

const MODES: [&str; 3] = ["OFF", "READ", "WRITE"];

#[derive(Clone, Debug)]
enum Tree {
    Number(i128),
    Name(String),
    Call(String, Vec<Tree>),
    Prefix(char, Box<Tree>),
    Infix(String, Box<Tree>, Box<Tree>),
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Bool,
    Signed(u32),
    Unsigned(u32),
    Mode(u32),
}

impl Type {
    fn width(self) -> u32 {
        match self {
            Type::Bool => 1,
            Type::Signed(width) | Type::Unsigned(width) | Type::Mode(width) => width,
        }
    }
}

/// The term of a text, if it has this sort; a text that leaves its type open is signed.
pub fn parse(pool: &mut TermPool, symbols: &[Symbol], text: &str, sort: Sort) -> Result<Term, String> {
    let mut reader = Reader { tokens: tokens(text), place: 0 };
    let tree = reader.choice();
    if reader.place != reader.tokens.len() {
        return Err(format!("rest after {} tokens of {text}", reader.place));
    }
    let expected = is_open(&tree).then(|| Type::Signed(sort.width()));
    let typed = Typer { pool, symbols }.term(&tree, expected);
    typed.map(|(term, _)| term).map_err(|message| format!("{message} in {text}"))
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count();
        let operators = [">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"];
        let length = match operators.iter().find(|operator| rest.starts_with(**operator)) {
            _ if word > 0 => word,
            Some(operator) => operator.len(),
            None => first.len_utf8(),
        };
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

struct Reader {
    tokens: Vec<String>,
    place: usize,
}

/// Infix operators, loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>", ">>>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.place).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.place += 1;
        self.tokens.get(self.place - 1).cloned().unwrap_or_default()
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.place += usize::from(found);
        found
    }

    fn choice(&mut self) -> Tree {
        let condition = self.infix(0);
        if !self.accept("?") {
            return condition;
        }
        let a = self.choice();
        assert!(self.accept(":"), "a choice has two branches");
        let b = self.choice();
        Tree::Choice(condition.into(), a.into(), b.into())
    }

    fn infix(&mut self, level: usize) -> Tree {
        let Some(operators) = LEVELS.get(level) else {
            return self.prefix();
        };
        let mut left = self.infix(level + 1);
        while operators.contains(&self.peek()) {
            let operator = self.next();
            let right = self.infix(level + 1);
            left = Tree::Infix(operator, left.into(), right.into());
        }
        left
    }

    fn prefix(&mut self) -> Tree {
        match self.next().as_str() {
            "-" => match self.peek().parse::<i128>() {
                Ok(number) => {
                    self.place += 1;
                    Tree::Number(-number)
                }
                Err(_) => Tree::Prefix('-', self.prefix().into()),
            },
            "!" => Tree::Prefix('!', self.prefix().into()),
            "~" => Tree::Prefix('~', self.prefix().into()),
            "(" => {
                let inner = self.choice();
                assert!(self.accept(")"), "parentheses are closed");
                inner
            }
            word => self.word(word),
        }
    }

    fn word(&mut self, word: &str) -> Tree {
        if let Ok(number) = word.parse() {
            return Tree::Number(number);
        }
        if !self.accept("(") {
            return Tree::Name(word.into());
        }
        let mut arguments = vec![self.choice()];
        while self.accept(",") {
            arguments.push(self.choice());
        }
        assert!(self.accept(")"), "arguments end");
        Tree::Call(word.into(), arguments)
    }
}

/// Whether the type of a tree must come from elsewhere.
fn is_open(tree: &Tree) -> bool {
    match tree {
        Tree::Number(_) => true,
        Tree::Name(name) => MODES.contains(&name.as_str()),
        Tree::Choice(_, a, b) => is_open(a) && is_open(b),
        _ => false,
    }
}

struct Typer<'a> {
    pool: &'a mut TermPool,
    symbols: &'a [Symbol],
}

type Typed = Result<(Term, Type), String>;

impl Typer<'_> {
    fn term(&mut self, tree: &Tree, expected: Option<Type>) -> Typed {
        match tree {
            Tree::Number(number) => self.number(*number, expected),
            Tree::Name(name) => self.name(name, expected),
            Tree::Call(name, arguments) => self.call(name, arguments),
            Tree::Prefix(sign, operand) => self.prefix(*sign, operand),
            Tree::Infix(operator, a, b) => self.infix(operator, a, b),
            Tree::Choice(condition, a, b) => {
                let (condition, _) = self.term(condition, Some(Type::Bool))?;
                let (a, b, ty) = self.pair(a, b, expected)?;
                Ok((self.pool.intern(Node::Ite(condition, a, b)), ty))
            }
        }
    }

    fn number(&mut self, number: i128, expected: Option<Type>) -> Typed {
        let ty = expected.ok_or("a number without a type")?;
        let size = 1i128 << ty.width();
        let fits = match ty {
            Type::Signed(_) => (-size / 2..size / 2).contains(&number),
            Type::Unsigned(_) => (0..size).contains(&number),
            Type::Bool | Type::Mode(_) => false,
        };
        match fits {
            true => Ok((self.pool.bits(ty.width(), number as u64), ty)),
            false => Err(format!("{number} is not a {ty:?}")),
        }
    }

    fn name(&mut self, name: &str, expected: Option<Type>) -> Typed {
        if let Some(value) = MODES.iter().position(|&mode| mode == name) {
            let ty = expected.filter(|ty| matches!(ty, Type::Mode(_))).ok_or(format!("{name} without a type"))?;
            return Ok((self.pool.bits(ty.width(), value as u64), ty));
        }
        if name == "true" || name == "false" {
            return Ok((self.pool.bool(name == "true"), Type::Bool));
        }
        let mut symbols = self.symbols.iter();
        let symbol =
            *symbols.find(|&&symbol| self.pool.symbol_name(symbol) == name).ok_or(format!("no symbol {name}"))?;
        let ty = match self.pool.symbol_sort(symbol) {
            Sort::Bool => Type::Bool,
            Sort::Bits(width) if name.starts_with('u') => Type::Unsigned(width),
            Sort::Bits(width) if name.starts_with("mode") => Type::Mode(width),
            Sort::Bits(width) => Type::Signed(width),
        };
        Ok((self.pool.symbol(symbol), ty))
    }

    fn call(&mut self, name: &str, arguments: &[Tree]) -> Typed {
        if let ("extract", [a, Tree::Number(high), Tree::Number(low)]) = (name, arguments) {
            let (a, _) = self.term(a, None)?;
            let (high, low) = (*high as u32, *low as u32);
            let term = self.pool.intern(Node::Unary(UnaryOp::Extract { high, low }, a));
            return Ok((term, Type::Unsigned(high - low + 1)));
        }
        let width: u32 = name[1..].parse().map_err(|_| format!("no function {name}"))?;
        let ty = if name.starts_with('i') { Type::Signed(width) } else { Type::Unsigned(width) };
        if let Tree::Number(number) = arguments[0] {
            return self.number(number, Some(ty));
        }
        let (a, from) = self.term(&arguments[0], None)?;
        let op = match from {
            _ if from.width() == width => return Ok((a, ty)),
            _ if from.width() > width => UnaryOp::Extract { high: width - 1, low: 0 },
            Type::Signed(_) => UnaryOp::SignExtend(width),
            Type::Unsigned(_) => UnaryOp::ZeroExtend(width),
            Type::Bool | Type::Mode(_) => return Err(format!("{from:?} cannot be widened")),
        };
        Ok((self.pool.intern(Node::Unary(op, a)), ty))
    }

    fn prefix(&mut self, sign: char, operand: &Tree) -> Typed {
        let (a, ty) = self.term(operand, None)?;
        let op = match (sign, ty) {
            ('!', Type::Bool) => UnaryOp::Not,
            ('-', Type::Signed(_) | Type::Unsigned(_)) => UnaryOp::Negate,
            ('~', Type::Signed(_) | Type::Unsigned(_)) => UnaryOp::BitNot,
            _ => return Err(format!("{sign} on {ty:?}")),
        };
        Ok((self.pool.intern(Node::Unary(op, a)), ty))
    }

    /// Two operands of one type; one of them tells it.
    fn pair(&mut self, a: &Tree, b: &Tree, expected: Option<Type>) -> Result<(Term, Term, Type), String> {
        let (first, second, swapped) = if is_open(a) { (b, a, true) } else { (a, b, false) };
        let (first, ty) = self.term(first, expected.filter(|_| is_open(first)))?;
        let (second, other) = self.term(second, Some(ty))?;
        if ty != other {
            return Err(format!("{ty:?} and {other:?}"));
        }
        Ok(if swapped { (second, first, ty) } else { (first, second, ty) })
    }

    fn infix(&mut self, operator: &str, a: &Tree, b: &Tree) -> Typed {
        let (a, b, ty) = self.pair(a, b, None)?;
        let signed = matches!(ty, Type::Signed(_));
        let by_sign = |yes, no| if signed { yes } else { no };
        if operator != "==" && operator != "!=" && matches!(ty, Type::Mode(_)) {
            return Err(format!("{operator} on a named type"));
        }
        let less = by_sign(BinaryOp::SignedLess, BinaryOp::UnsignedLess);
        let less_equal = by_sign(BinaryOp::SignedLessEqual, BinaryOp::UnsignedLessEqual);
        let (op, a, b) = match operator {
            ">" => (less, b, a),
            ">=" => (less_equal, b, a),
            "<" => (less, a, b),
            "<=" => (less_equal, a, b),
            "&&" => (BinaryOp::And, a, b),
            "||" => (BinaryOp::Or, a, b),
            "^" if ty == Type::Bool => (BinaryOp::Xor, a, b),
            "^" => (BinaryOp::BitXor, a, b),
            "&" => (BinaryOp::BitAnd, a, b),
            "|" => (BinaryOp::BitOr, a, b),
            "==" | "!=" => (BinaryOp::Equal, a, b),
            "+" => (BinaryOp::Add, a, b),
            "-" => (BinaryOp::Sub, a, b),
            "*" => (BinaryOp::Mul, a, b),
            "/" => (by_sign(BinaryOp::SignedDiv, BinaryOp::UnsignedDiv), a, b),
            "%" => (by_sign(BinaryOp::SignedRem, BinaryOp::UnsignedRem), a, b),
            "<<" => (BinaryOp::ShiftLeft, a, b),
            ">>" => (by_sign(BinaryOp::ShiftRightArithmetic, BinaryOp::ShiftRightLogical), a, b),
            ">>>" => (BinaryOp::ShiftRightLogical, a, b),
            _ => return Err(format!("no operator {operator}")),
        };
        let term = self.pool.intern(Node::Binary(op, a, b));
        let ty = if self.pool.sort(term) == Sort::Bool { Type::Bool } else { ty };
        Ok((if operator == "!=" { self.pool.intern(Node::Unary(UnaryOp::Not, term)) } else { term }, ty))
    }
}
