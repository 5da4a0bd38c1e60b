//! Prints terms as source-like infix text with Java's operators and precedences.
//!
//! In [`Style::Exact`] a typed parser reads the same nodes back: the printer infers for every part whether it is
//! signed, unsigned or of a named type, and writes the conversions that make an operator mean what the node says
//! (`u32(x) < u32(y)`). Extensions and extractions that keep the width have no notation and are left out.
//! [`Style::Readable`] may restate parts for people (`!(a < b)` as `a >= b`).

mod layout;
mod readable;
mod types;

use std::borrow::Cow;

use crate::term::{BinaryOp, Node, Symbol, Term, TermPool, UnaryOp, to_signed};
use layout::{Level, Need, Operator, operator};
use types::{Kind, Types, Wanted};

/// How values of a symbol are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation<'a> {
    /// As signed numbers.
    Signed,
    /// As unsigned numbers.
    Unsigned,
    /// Value `i` by the name at place `i`.
    Named(&'a [String]),
}

/// What the symbols of a term are called, and what their values look like.
pub trait Vocabulary {
    /// How values of the symbol are written; booleans are always `true` and `false`.
    fn notation(&self, symbol: Symbol) -> Notation<'_>;

    /// The name of the symbol.
    fn name(&self, symbol: Symbol) -> Cow<'_, str>;

    /// The name of the symbol for people.
    fn readable_name(&self, symbol: Symbol) -> Cow<'_, str> {
        self.name(symbol)
    }

    /// For people: whether the symbol counts as a number of 32 bits in expressions, although it has fewer.
    fn is_int(&self, _: Symbol) -> bool {
        false
    }

    /// For people: the number that the symbol holds the sign of, 0 for negative, 1 for zero, and 2 for positive.
    fn sign_of(&self, _: Symbol) -> Option<Cow<'_, str>> {
        None
    }
}

/// The vocabulary that takes the names from a pool and reads all numbers as signed.
pub struct PoolNames<'a>(pub &'a TermPool);

impl Vocabulary for PoolNames<'_> {
    fn notation(&self, _: Symbol) -> Notation<'_> {
        Notation::Signed
    }

    fn name(&self, symbol: Symbol) -> Cow<'_, str> {
        Cow::Borrowed(self.0.symbol_name(symbol))
    }
}

/// Whether the text is for the parser or for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// One to one: reading the text gives the same nodes.
    Exact,
    /// Restated where that is easier to read; the meaning is the same.
    Readable,
}

/// A printer of terms.
///
/// ```
/// use etiquette_logic::{Infix, PoolNames, Sort, TermPool};
/// let mut pool = TermPool::new();
/// let x = pool.new_variable("x", Sort::Bits(32));
/// let five = pool.bits(32, 5);
/// let less = pool.unsigned_less(x, five);
/// assert_eq!(Infix::new(&pool, &PoolNames(&pool)).print(less), "u32(x) < 5");
/// ```
pub struct Infix<'a> {
    pool: &'a TermPool,
    vocabulary: &'a dyn Vocabulary,
    style: Style,
    max_chars: usize,
}

impl<'a> Infix<'a> {
    /// A printer in the exact style and without a limit.
    pub fn new(pool: &'a TermPool, vocabulary: &'a dyn Vocabulary) -> Self {
        Infix { pool, vocabulary, style: Style::Exact, max_chars: usize::MAX }
    }

    /// The same printer in the given style.
    pub fn style(self, style: Style) -> Self {
        Infix { style, ..self }
    }

    /// The same printer, ending with `…` where the text would be longer than this. Shared parts are written out each
    /// time, so without a limit a small term can have a text of exponential length.
    pub fn max_chars(self, max_chars: usize) -> Self {
        Infix { max_chars, ..self }
    }

    /// The text of the term; a term that is a bare number is written as a signed one.
    pub fn print(&self, term: Term) -> String {
        let types = Types::infer(self.pool, self.vocabulary, term);
        let wanted = types.kind(term).settled();
        self.print_with(&types, term, wanted)
    }

    /// The text of the term as a value of this notation, as on the right side of an assignment.
    pub fn print_as(&self, term: Term, notation: Notation<'a>) -> String {
        let mut types = Types::infer(self.pool, self.vocabulary, term);
        let target = types.kind_of_notation(notation);
        let wanted = match (types.kind(term), target) {
            (Kind::Bool, _) => Wanted::Bool,
            // Nothing converts to a named type: a number stays one.
            (kind, Kind::Named(_)) => kind.common(target, &types).settled(),
            _ => target.settled(),
        };
        self.print_with(&types, term, wanted)
    }

    fn print_with(&self, types: &Types<'a>, term: Term, wanted: Wanted) -> String {
        let printing = Printing { pool: self.pool, vocabulary: self.vocabulary, style: self.style, types };
        printing.run(Request::enclosed(Operand::Term(term), wanted).bare(true), self.max_chars)
    }
}

/// What stands at one place of the text: a term, or a number that restating made up.
#[derive(Clone, Copy)]
enum Operand {
    Term(Term),
    Value { width: u32, value: u64 },
}

/// A part that has still to be written, and what its surroundings ask of it.
#[derive(Clone, Copy)]
struct Request {
    operand: Operand,
    wanted: Wanted,
    /// Whether a number may stand without a conversion: its type is clear from elsewhere.
    bare: bool,
    /// Parts of lower levels are put in parentheses.
    minimum: Level,
    parent: Level,
}

impl Request {
    /// A part that needs no parentheses, and whose type nothing tells.
    fn enclosed(operand: Operand, wanted: Wanted) -> Self {
        Request { operand, wanted, bare: false, minimum: Level::Choice, parent: Level::Choice }
    }

    fn bare(self, bare: bool) -> Self {
        Request { bare, ..self }
    }

    fn under(self, minimum: Level, parent: Level) -> Self {
        Request { minimum, parent, ..self }
    }
}

enum Piece {
    Text(Cow<'static, str>),
    Part(Request),
}

/// What a part looks like, without parentheses around it.
struct Shape {
    level: Level,
    pieces: Vec<Piece>,
}

impl Shape {
    fn primary(text: String) -> Self {
        Shape { level: Level::Primary, pieces: vec![text.into()] }
    }

    fn call(name: String, argument: Request, end: String) -> Self {
        Shape { level: Level::Primary, pieces: vec![name.into(), "(".into(), Piece::Part(argument), end.into()] }
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Text(Cow::Owned(text))
    }
}

impl From<&'static str> for Piece {
    fn from(text: &'static str) -> Self {
        Piece::Text(Cow::Borrowed(text))
    }
}

/// One run of the printer.
struct Printing<'a> {
    pool: &'a TermPool,
    vocabulary: &'a dyn Vocabulary,
    style: Style,
    types: &'a Types<'a>,
}

impl Printing<'_> {
    fn run(&self, root: Request, max_chars: usize) -> String {
        let mut text = String::new();
        let mut left = max_chars;
        let mut pending = vec![Piece::Part(root)];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(part) if part.chars().count() <= left => {
                    left -= part.chars().count();
                    text.push_str(&part);
                }
                Piece::Text(part) => return shortened(text, &part, max_chars),
                Piece::Part(request) => pending.extend(self.expand(request).into_iter().rev()),
            }
        }
        text
    }

    fn expand(&self, request: Request) -> Vec<Piece> {
        let shape = self.shape(request);
        let mut pieces = shape.pieces;
        if shape.level < request.minimum || shape.level.is_confusing_under(request.parent) {
            pieces.insert(0, "(".into());
            pieces.push(")".into());
        }
        pieces
    }

    fn shape(&self, request: Request) -> Shape {
        match request.operand {
            Operand::Value { width, value } => self.number(width, value, request),
            Operand::Term(term) => self.term_shape(term, request),
        }
    }

    fn term_shape(&self, term: Term, request: Request) -> Shape {
        if let Node::Bits { width, value } = self.pool.node(term) {
            return self.number(width, value, request);
        }
        match self.types.kind(term).conversion(request.wanted) {
            Some((inner, to)) => self.converted(term, inner, to),
            None => self.plain(term, request),
        }
    }

    /// The term as it is typed by itself, in a conversion.
    fn converted(&self, term: Term, inner: Wanted, to: Wanted) -> Shape {
        let argument = Request::enclosed(Operand::Term(term), inner);
        Shape::call(to.type_name(self.pool.sort(term).width()), argument, ")".into())
    }

    fn number(&self, width: u32, value: u64, request: Request) -> Shape {
        let text = match request.wanted {
            Wanted::Named(names) => return Shape::primary(self.types.value_name(names, value)),
            Wanted::Unsigned => value.to_string(),
            Wanted::Signed | Wanted::Bool => to_signed(value, width).to_string(),
        };
        match request.bare {
            true => Shape::primary(text),
            false => Shape::primary(format!("{}({text})", request.wanted.type_name(width))),
        }
    }

    /// The term where its own type is the wanted one, or can be.
    fn plain(&self, term: Term, request: Request) -> Shape {
        let wanted = request.wanted;
        if self.style == Style::Readable
            && let Some(shape) = self.restated(term, wanted)
        {
            return shape;
        }
        match self.pool.node(term) {
            Node::Bool(value) => Shape::primary(value.to_string()),
            Node::Bits { width, value } => self.number(width, value, request),
            Node::Symbol(symbol) => self.named(symbol),
            Node::Unary(op, a) => match self.as_int(op, a) {
                Some(symbol) => self.named(symbol),
                None => self.unary(op, a, wanted),
            },
            Node::Binary(op, a, b) => self.infix(operator(op), Operand::Term(a), Operand::Term(b), wanted),
            Node::Ite(condition, a, b) => self.choice(condition, a, b, request),
        }
    }

    fn unary(&self, op: UnaryOp, a: Term, wanted: Wanted) -> Shape {
        let operand = Operand::Term(a);
        let width = self.pool.sort(a).width();
        match op {
            UnaryOp::Not => self.negation(a),
            UnaryOp::BitNot => self.prefix("~", a, wanted),
            UnaryOp::Negate => self.prefix("-", a, wanted),
            UnaryOp::Extract { high, low: 0 } if high + 1 < width => {
                let argument = Request::enclosed(operand, self.types.kind(a).as_number().settled());
                Shape::call(wanted.type_name(high + 1), argument, ")".into())
            }
            UnaryOp::Extract { high, low } if low > 0 => {
                let argument = Request::enclosed(operand, self.types.kind(a).as_number().settled());
                Shape::call("extract".into(), argument, format!(", {high}, {low})"))
            }
            UnaryOp::ZeroExtend(to) if to > width => {
                Shape::call(wanted.type_name(to), Request::enclosed(operand, Wanted::Unsigned), ")".into())
            }
            UnaryOp::SignExtend(to) if to > width => {
                Shape::call(wanted.type_name(to), Request::enclosed(operand, Wanted::Signed), ")".into())
            }
            // The width stays: there is nothing to write.
            UnaryOp::Extract { .. } | UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_) => {
                self.unchanged(operand, wanted)
            }
        }
    }

    /// The symbol that stands for itself, as people read it, where it is widened.
    fn as_int(&self, op: UnaryOp, term: Term) -> Option<Symbol> {
        let is_meant = self.style == Style::Readable && op == UnaryOp::ZeroExtend(32);
        self.pool.as_symbol(term).filter(|symbol| is_meant && self.vocabulary.is_int(*symbol))
    }

    fn named(&self, symbol: Symbol) -> Shape {
        let name = match self.style {
            Style::Exact => self.vocabulary.name(symbol),
            Style::Readable => self.vocabulary.readable_name(symbol),
        };
        // A name for people may be a comparison: `key instanceof Key`.
        let level = if name.contains(' ') && !name.starts_with('`') { Level::Relation } else { Level::Primary };
        Shape { level, pieces: vec![name.into_owned().into()] }
    }

    fn unchanged(&self, operand: Operand, wanted: Wanted) -> Shape {
        let part = Request::enclosed(operand, wanted).under(Level::Primary, Level::Primary);
        Shape { level: Level::Primary, pieces: vec![Piece::Part(part)] }
    }

    fn negation(&self, a: Term) -> Shape {
        match self.pool.node(a) {
            Node::Binary(BinaryOp::Equal, x, y) => {
                let unequal = Operator { text: "!=", ..operator(BinaryOp::Equal) };
                self.infix(unequal, Operand::Term(x), Operand::Term(y), Wanted::Bool)
            }
            _ => self.prefix("!", a, Wanted::Bool),
        }
    }

    fn prefix(&self, sign: &'static str, a: Term, wanted: Wanted) -> Shape {
        // Two minus signs in a row would be read as a decrement.
        let minimum = if sign == "-" { Level::Primary } else { Level::Unary };
        let operand = Request::enclosed(Operand::Term(a), wanted).under(minimum, Level::Unary);
        Shape { level: Level::Unary, pieces: vec![sign.into(), Piece::Part(operand)] }
    }

    fn infix(&self, operator: Operator, a: Operand, b: Operand, wanted: Wanted) -> Shape {
        let operands = match operator.need {
            Need::Result => wanted,
            Need::Signed => Wanted::Signed,
            Need::Unsigned => Wanted::Unsigned,
            Need::Common => self.kind(a).common(self.kind(b), self.types).settled(),
        };
        let level = operator.level;
        // A chain that begins with numbers (`1 + 2 + x`) would have no type where it begins.
        let chained = self.style == Style::Readable && operator.associative && !self.is_untyped(a);
        let right_minimum = if chained { level } else { level.above() };
        let left = Request::enclosed(a, operands).bare(!self.is_untyped(b)).under(level, level);
        let right = Request::enclosed(b, operands).bare(true).under(right_minimum, level);
        let text = format!(" {} ", operator.text);
        Shape { level, pieces: vec![Piece::Part(left), text.into(), Piece::Part(right)] }
    }

    fn choice(&self, condition: Term, a: Term, b: Term, request: Request) -> Shape {
        let (a, b) = (Operand::Term(a), Operand::Term(b));
        let test = Request::enclosed(Operand::Term(condition), Wanted::Bool).under(Level::Or, Level::Choice);
        let bare = !self.is_untyped(b) || self.style == Style::Readable && request.bare;
        let left = Request::enclosed(a, request.wanted).bare(bare).under(Level::Or, Level::Choice);
        let right = Request::enclosed(b, request.wanted).bare(true);
        Shape {
            level: Level::Choice,
            pieces: vec![Piece::Part(test), " ? ".into(), Piece::Part(left), " : ".into(), Piece::Part(right)],
        }
    }

    fn kind(&self, operand: Operand) -> Kind {
        match operand {
            Operand::Term(term) => self.types.kind(term),
            Operand::Value { value, .. } => Kind::Numbers { largest: value },
        }
    }

    /// Whether the text of the operand may leave its type open. A choice between numbers may, but the parser need not
    /// see through it.
    fn is_untyped(&self, operand: Operand) -> bool {
        match self.style {
            Style::Exact => self.is_number(operand),
            Style::Readable => matches!(self.kind(operand), Kind::Numbers { .. }),
        }
    }

    fn is_number(&self, operand: Operand) -> bool {
        match operand {
            Operand::Term(term) => matches!(self.pool.node(term), Node::Bits { .. }),
            Operand::Value { .. } => true,
        }
    }
}

/// The text so far and as much of the next part as fits, ending with `…`.
fn shortened(text: String, next: &str, max_chars: usize) -> String {
    let mut short: String = text.chars().chain(next.chars()).take(max_chars.saturating_sub(1)).collect();
    short.push('…');
    short
}
