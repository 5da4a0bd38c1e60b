//! The parse tree: the source as it was written, before names and types are known. Never seen outside this folder.

use crate::diagnostic::Span;

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub text: String,
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
}

/// What a variable is given: an expression, or `*` for any value.
#[derive(Debug)]
pub(crate) enum Value {
    Any,
    Expression(Expression),
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

#[derive(Debug)]
pub(crate) struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
    /// The length of the longest way down; bounded by the parser, so that recursion over the tree is safe.
    pub height: usize,
}

#[derive(Debug)]
pub(crate) enum ExpressionKind {
    Number(u64),
    Bool(bool),
    Name(String),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    Call(Name, Vec<Expression>),
}

impl Expression {
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        let height = 1 + match &kind {
            ExpressionKind::Number(_) | ExpressionKind::Bool(_) | ExpressionKind::Name(_) => 0,
            ExpressionKind::Unary(_, a) => a.height,
            ExpressionKind::Binary(_, a, b) => a.height.max(b.height),
            ExpressionKind::Conditional(a, b, c) => a.height.max(b.height).max(c.height),
            ExpressionKind::Call(_, arguments) => arguments.iter().map(|a| a.height).max().unwrap_or(0),
        };
        Expression { kind, span, height }
    }
}
