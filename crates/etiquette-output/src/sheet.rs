//! What documents say of an interface: each state with its calls, and a table of methods by state. Markdown and HTML
//! share it.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Forbidden, Outcome, Reason};

use crate::assumptions::{Group, doubt, granted};
use crate::moves::{Way, calls_that_never_return, forbidden_calls, how_it_ends, is_dead_end, is_unexplored, moves};
use crate::names::{Names, compressed, shortened};

/// States past this number are left out of documents; JSON has them all.
const MAX_SHOWN_STATES: usize = 200;
/// A table of methods by state has no more columns than this.
const MAX_COLUMNS: usize = 8;
const NAME_LIMIT: usize = 60;
const WORD_LIMIT: usize = 200;

/// All that a document says.
pub struct Sheet {
    /// The states that are shown.
    pub states: Vec<StateSheet>,
    /// How many are not.
    pub hidden: usize,
    /// The table of methods by state, where it is narrow enough.
    pub table: Option<Vec<TableRow>>,
    /// What was taken for granted.
    pub assumptions: Vec<Group>,
}

/// What is said of one state.
pub struct StateSheet {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// The formula that holds in it.
    pub label: Option<String>,
    /// What kind of state it is, where that needs saying.
    pub remark: Option<&'static str>,
    /// Events, and where they lead.
    pub allowed: Vec<(Vec<String>, Target)>,
    /// Calls, and why they are forbidden.
    pub forbidden: Vec<(String, String)>,
}

/// Where events lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// To the state itself.
    Stays,
    /// To another state, by number and name.
    State(u32, String),
    /// Nowhere, as a sentence says.
    Ends(&'static str),
}

/// A call, and what it does in each state.
pub struct TableRow {
    /// The call.
    pub call: String,
    /// For each state what comes of it.
    pub cells: Vec<Cell>,
}

/// What a call does in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// It is forbidden.
    Forbidden,
    /// Whether it fails depends on what is not modelled.
    Doubtful,
    /// It is doubtful, and failed when it was tried.
    Tested,
    /// It was not looked at.
    Unknown,
    /// It is allowed, and leads to these states; the outcomes are written where they lead to different ones.
    Leads(Vec<(Option<String>, Target)>),
}

impl Sheet {
    /// What documents say of this outcome.
    pub fn new(outcome: &Outcome) -> Self {
        let names = Names::new(outcome);
        let state_names = names.states(NAME_LIMIT);
        let count = outcome.interface.state_count();
        let writer = Writer { outcome, names: &names, state_names: &state_names };
        let shown = outcome.interface.states().take(MAX_SHOWN_STATES);
        Sheet {
            states: shown.map(|state| writer.state(state)).collect(),
            hidden: count.saturating_sub(MAX_SHOWN_STATES),
            table: (count <= MAX_COLUMNS).then(|| writer.table()),
            assumptions: granted(outcome),
        }
    }
}

struct Writer<'a> {
    outcome: &'a Outcome,
    names: &'a Names,
    state_names: &'a [String],
}

impl Writer<'_> {
    fn state(&self, state: StateId) -> StateSheet {
        let remark = match () {
            () if is_dead_end(self.outcome, state) => Some("dead end: no call is allowed here"),
            () if is_unexplored(self.outcome, state) => Some("not all calls were looked at here"),
            () => None,
        };
        StateSheet {
            name: self.state_names[state.index()].clone(),
            number: state.0,
            label: self.outcome.states.get(state.index()).and_then(|facts| facts.label.clone()),
            remark,
            allowed: self.allowed(state),
            forbidden: self.forbidden(state),
        }
    }

    fn target(&self, from: StateId, to: StateId) -> Target {
        if from == to { Target::Stays } else { Target::State(to.0, self.state_names[to.index()].clone()) }
    }

    fn allowed(&self, state: StateId) -> Vec<(Vec<String>, Target)> {
        let moves = moves(self.outcome, self.names, state, Way::Allowed).into_iter();
        let mut allowed: Vec<_> = moves.map(|found| (found.events, self.target(state, found.to))).collect();
        let endless = calls_that_never_return(self.outcome, self.names, state);
        allowed.extend(endless.into_iter().map(|call| {
            let end = how_it_ends(&call);
            (vec![call], Target::Ends(end))
        }));
        allowed
    }

    /// Construction goes without saying.
    fn forbidden(&self, state: StateId) -> Vec<(String, String)> {
        let why = |reason: Option<&Reason>, raises: &str| match reason {
            Some(Reason::NotConstructed | Reason::AlreadyConstructed | Reason::NeverMet) => None,
            Some(Reason::Error { witness, error, at }) => {
                let word = shortened(&compressed(witness), WORD_LIMIT);
                let place = at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
                Some(format!("{word} {raises} {error}{place}").trim_start().to_owned())
            }
            Some(Reason::NotThere) => Some("there is no such object yet".into()),
            Some(Reason::LeadsToDeadEnd) => Some("leads to a dead end".into()),
            Some(Reason::Unexplored) => Some("not looked at".into()),
            None => Some("no reason is recorded".into()),
        };
        let row = |(call, forbidden): (CallId, Option<&Forbidden>)| {
            let reason = forbidden.map(|forbidden| &forbidden.reason);
            let why = match doubt(self.outcome, state, call) {
                Some(doubt) => {
                    let behind = self.behind(state, call);
                    format!("doubtful: {}, {doubt}{behind}", why(reason, "may raise")?)
                }
                None => why(reason, "raises")?,
            };
            Some((self.names.call(call).to_string(), why))
        };
        forbidden_calls(self.outcome, state).into_iter().filter_map(row).collect()
    }

    /// Where a doubtful call leads, should it return.
    fn behind(&self, state: StateId, call: CallId) -> String {
        let interface = &self.outcome.interface;
        let events = interface.alphabet().events_of(call);
        let mut states: Vec<StateId> =
            events.filter_map(|event| interface.next_should_return(state, event)).filter(|to| *to != state).collect();
        states.dedup();
        let named: Vec<&str> = states.iter().map(|to| self.state_names[to.index()].as_str()).collect();
        if named.is_empty() { String::new() } else { format!("; should it return: {}", named.join(" or ")) }
    }

    fn table(&self) -> Vec<TableRow> {
        let row = |call: CallId| TableRow {
            call: self.names.call(call).to_string(),
            cells: self.outcome.interface.states().map(|state| self.cell(state, call)).collect(),
        };
        self.outcome.interface.alphabet().call_ids().map(row).collect()
    }

    fn cell(&self, state: StateId, call: CallId) -> Cell {
        let interface = &self.outcome.interface;
        if !interface.allows(state, call) {
            return match self.outcome.forbidden(state, call) {
                Some(Forbidden { reason: Reason::Unexplored, .. }) => Cell::Unknown,
                Some(found) if found.is_tested() => Cell::Tested,
                Some(Forbidden { doubt: Some(_), .. }) => Cell::Doubtful,
                _ => Cell::Forbidden,
            };
        }
        let mut targets: Vec<(Vec<&str>, Target)> = Vec::new();
        for event in interface.alphabet().events_of(call) {
            let Some(to) = interface.next(state, event) else { continue };
            let (outcome, target) = (interface.alphabet().outcome_of(event), self.target(state, to));
            match targets.iter_mut().find(|(_, known)| *known == target) {
                Some((outcomes, _)) => outcomes.push(outcome),
                None => targets.push((vec![outcome], target)),
            }
        }
        if targets.is_empty() {
            return Cell::Leads(vec![(None, Target::Ends(how_it_ends(self.names.call(call))))]);
        }
        let one = targets.len() == 1;
        let lead = |(outcomes, target): (Vec<&str>, Target)| ((!one).then(|| outcomes.join(" | ")), target);
        Cell::Leads(targets.into_iter().map(lead).collect())
    }
}
