//! The parse tree: the source as it was written, before names and types are known. Only expressions are seen outside
//! this folder: guards are kept as such.

use crate::diagnostic::Span;

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name, without the backticks that it may stand in.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct ComponentSyntax {
    pub name: Name,
    pub items: Vec<Item>,
}

#[derive(Debug)]
pub(crate) enum Item {
    Enum {
        name: Name,
        values: Vec<Name>,
    },
    Variable {
        name: Name,
        ty: Name,
        initial: Value,
    },
    Initially(Expression),
    ErrorWhen {
        condition: Expression,
        kind: ErrorKind,
    },
    Method(MethodSyntax),
    /// `uses name: "file";`
    Uses {
        name: Name,
        file: Name,
    },
    Role(RoleSyntax),
}

/// `role name: type made by maker { … }`; with `;` in place of the block, only who plays it is said.
#[derive(Debug)]
pub(crate) struct RoleSyntax {
    pub name: Name,
    pub ty: Name,
    pub made_by: Vec<Name>,
    pub items: Option<Vec<Item>>,
}

/// What a variable is given: an expression, `*` for any value, or `?` for one that the model does not know.
#[derive(Debug)]
pub(crate) enum Value {
    Any,
    Unknown(GapSyntax),
    Expression(Expression),
}

/// What is not known: `? "the result of size()" @ "File.java":12`.
#[derive(Clone, Debug)]
pub(crate) struct GapSyntax {
    pub what: Option<String>,
    pub place: Option<(String, u32)>,
    pub span: Span,
}

/// How an error is named: `error IllegalState "message" @ "File.java":12`.
#[derive(Clone, Debug)]
pub(crate) struct ErrorKind {
    pub name: Option<String>,
    pub message: Option<String>,
    pub place: Option<(String, u32)>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct MethodSyntax {
    pub name: Name,
    pub constructor: bool,
    pub parameters: Vec<(Name, Name)>,
    pub outcomes: Option<OutcomesSyntax>,
    pub body: BodySyntax,
    /// The closing brace.
    pub end: Span,
}

/// What stands behind `->`.
#[derive(Debug)]
pub(crate) enum OutcomesSyntax {
    /// One name: a type whose values are the outcomes, or the single outcome.
    One(Name),
    Several(Vec<Name>),
}

#[derive(Debug)]
pub(crate) enum BodySyntax {
    Statements(Vec<Statement>),
    Graph { locals: Vec<(Name, Name)>, edges: Vec<EdgeSyntax> },
}

#[derive(Debug)]
pub(crate) struct EdgeSyntax {
    pub from: u32,
    pub to: Option<u32>,
    pub statement: Statement,
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum StatementKind {
    Declare {
        name: Name,
        ty: Name,
        value: Value,
    },
    Assign {
        name: Name,
        value: Value,
    },
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    While {
        condition: Expression,
        body: Vec<Statement>,
    },
    Choose(Vec<Vec<Statement>>),
    Assume(Expression),
    Assert {
        condition: Expression,
        kind: ErrorKind,
    },
    Error(ErrorKind),
    Return(Option<Expression>),
    /// A call of a held component; without branches where nothing depends on the outcome.
    Call {
        call: HeldCall,
        branches: Option<Vec<OutcomeBranch>>,
    },
}

/// `lock.release(3)`, or `lock.new Lock(3)`.
#[derive(Debug)]
pub(crate) struct HeldCall {
    pub holder: Name,
    pub method: Name,
    pub constructor: bool,
    pub arguments: Vec<Expression>,
    pub span: Span,
}

/// What follows some outcomes of a call: `acquired | again { … }`; without outcomes: `else { … }`.
#[derive(Debug)]
pub(crate) struct OutcomeBranch {
    pub outcomes: Vec<Name>,
    pub statements: Vec<Statement>,
    pub span: Span,
}

/// An expression of the component language, as it was written.
#[derive(Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
    /// The length of the longest way down; bounded by the parser, so that recursion over the tree is safe.
    pub(super) height: usize,
}

/// The kinds of expression.
#[derive(Debug)]
pub enum ExpressionKind {
    /// `42`; numbers are written without a sign.
    Number(u64),
    /// `true` or `false`.
    Bool(bool),
    /// A variable, a parameter or a value of an enum.
    Name(String),
    /// `!`, `-` or `~`, and what it stands before.
    Unary(&'static str, Box<Expression>),
    /// An operator with two operands, `&&` and `||` aside.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// Two or more parts joined by `&&` or `||`. However many there are, the tree is no higher.
    Joined(&'static str, Vec<Expression>),
    /// `condition ? then : otherwise`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// A conversion, `u8(e)`, or `extract(e, high, low)`; without arguments, an observer of the component: `isEmpty()`.
    Call(Name, Vec<Expression>),
}

impl Expression {
    pub(super) fn new(kind: ExpressionKind, span: Span) -> Self {
        let mut expression = Expression { kind, span, height: 0 };
        expression.height = 1 + expression.parts().iter().map(|part| part.height).max().unwrap_or(0);
        expression
    }

    /// The expressions that it is made of, in the order in which they are written.
    pub fn parts(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Number(_) | ExpressionKind::Bool(_) | ExpressionKind::Name(_) => Vec::new(),
            ExpressionKind::Unary(_, a) => vec![a],
            ExpressionKind::Binary(_, a, b) => vec![a, b],
            ExpressionKind::Conditional(a, b, c) => vec![a, b, c],
            ExpressionKind::Joined(_, parts) | ExpressionKind::Call(_, parts) => parts.iter().collect(),
        }
    }

    /// What it is made of, in the order of the text, itself first.
    pub fn kinds(&self) -> Vec<&ExpressionKind> {
        let mut pending = vec![self];
        let mut found = Vec::new();
        while let Some(expression) = pending.pop() {
            found.push(&expression.kind);
            pending.extend(expression.parts().into_iter().rev());
        }
        found
    }

    /// The names in it, in order, as often as they occur: variables, parameters and values of enums.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for kind in self.kinds() {
            if let ExpressionKind::Name(name) = kind {
                names.push(name.as_str());
            }
        }
        names
    }

    /// The parts that this operator joins; where it does not, the expression itself is the only one.
    pub fn joined_by(&self, operator: &str) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Joined(found, _) if *found == operator => self.parts(),
            _ => vec![self],
        }
    }

    /// The two sides of a comparison, and its sign between them.
    pub fn as_comparison(&self) -> Option<(&Expression, &'static str, &Expression)> {
        match &self.kind {
            ExpressionKind::Binary(sign @ ("==" | "!=" | "<" | "<=" | ">" | ">="), left, right) => {
                Some((left, sign, right))
            }
            _ => None,
        }
    }
}
