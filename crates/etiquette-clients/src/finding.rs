//! What a check finds: calls that an interface forbids, how sure that is, and the calls that led there.

use std::fmt;

use etiquette_java::descriptor::source_name;

use crate::body::Body;

/// A place in the client.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The class, as people write it.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// The source file with its package's folders, if the class file tells.
    pub file: Option<String>,
    /// The line, if the class file tells.
    pub line: Option<u32>,
    /// The offset in the method's code.
    pub offset: u32,
}

impl Place {
    /// The place of an offset.
    pub fn new(body: &Body, offset: u32) -> Place {
        let class = &body.class;
        let folder = class.name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        Place {
            class: source_name(&class.name),
            method: body.method().name.clone(),
            file: class.source_file.as_ref().map(|file| format!("{folder}{file}")),
            line: body.source().and_then(|code| code.line(offset)),
            offset,
        }
    }
}

/// File and line where they are known, else class, method and offset.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            _ => write!(f, "{}.{}, offset {}", self.class, self.method, self.offset),
        }
    }
}

/// A call of the object that is followed.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// The event: `hasNext -> true`.
    pub event: String,
    /// Where it is made.
    pub place: Place,
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// On every path that leads to the call.
    Every,
    /// On some path that leads to the call, whose branches don't depend on one another.
    Some,
    /// Perhaps: it is not known which state the object is in, or whether the path can be taken.
    May,
}

impl Level {
    /// Whether the client certainly disobeys.
    pub fn is_violation(self) -> bool {
        self != Level::May
    }

    /// The name that formats use.
    pub fn name(self) -> &'static str {
        match self {
            Level::Every => "violation on every path",
            Level::Some => "violation on some path",
            Level::May => "may violate",
        }
    }
}

/// A call that an interface forbids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The class whose interface it is, as the interface names it.
    pub component: String,
    /// The names of the objects beside the main one, where the interface is about several.
    pub roles: Vec<String>,
    /// The call: `remove`, or `it.remove` of an object beside the main one.
    pub call: String,
    /// Where it is made.
    pub place: Place,
    /// How sure it is.
    pub level: Level,
    /// The calls before it, in order.
    pub path: Vec<Step>,
    /// What the call can raise, with the place, if the interface tells.
    pub raises: Option<String>,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The findings, by place.
    pub findings: Vec<Finding>,
    /// The findings that a suppression covers, each with its reason.
    pub suppressed: Vec<(Finding, String)>,
    /// Suppressions that cover nothing, as they are written.
    pub unused_suppressions: Vec<String>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// What is missing on the class path or can't be read, each once.
    pub gaps: Vec<String>,
    /// The components whose interfaces nothing in the client is about.
    pub unused_interfaces: Vec<String>,
    /// How many calls were looked at, for each component.
    pub calls: Vec<(String, usize)>,
    /// The methods of the client whose code can't be followed.
    pub unreadable: Vec<String>,
    /// How many classes the client has.
    pub classes: usize,
}

/// The answer to whether the client obeys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    Obeys,
    /// It does not.
    Violates,
    /// It is not known.
    May,
}

impl Report {
    /// Whether the client obeys. Code that could not be read leaves it open.
    pub fn verdict(&self) -> Verdict {
        if self.findings.iter().any(|finding| finding.level.is_violation()) {
            Verdict::Violates
        } else if !self.findings.is_empty() || !self.unreadable.is_empty() {
            Verdict::May
        } else {
            Verdict::Obeys
        }
    }
}
