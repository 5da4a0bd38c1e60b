//! Reads the states of an interface, and checks what the contract promises: every call is either allowed or forbidden
//! in a state, every name is known, every state exists, and no event leads to two of them.

use std::collections::HashMap;

use etiquette_automata::{Alphabet, CallId, Interface, Memory, StateId, Update};
use etiquette_component::condition_of_outcome;
use etiquette_outcome::{Forbidden, OnJvm, Reason, StateFacts};

use super::node::{Complain, Node, ReadError};
use super::read::{guard, one_of, optional_text};
use super::{jvm, verdict, why};

/// Reads the states of an interface over a known alphabet.
pub(super) struct StateReader<'a> {
    alphabet: &'a Alphabet,
    /// The registers.
    memory: Memory,
    errors: &'a [String],
    /// The number of assumptions that verdicts may depend on.
    assumptions: usize,
    calls: HashMap<&'a str, CallId>,
}

impl<'a> StateReader<'a> {
    /// A reader for states over these calls, in an interface with these registers, about these errors and with so many
    /// assumptions.
    pub(super) fn new(alphabet: &'a Alphabet, memory: Memory, errors: &'a [String], assumptions: usize) -> Self {
        let ids = alphabet.call_ids();
        let calls = ids.map(|id| (alphabet.call(id).id.as_str(), id)).collect();
        StateReader { alphabet, memory, errors, assumptions, calls }
    }

    /// The states and the facts about them.
    pub(super) fn read(mut self, root: &Node) -> Result<(Interface, Vec<StateFacts>), ReadError> {
        let states = root.field("states")?;
        let items = states.items()?;
        if items.is_empty() {
            return Err(states.error("there are no states", "an interface has at least its initial state"));
        }
        let mut interface = Interface::new(self.alphabet.clone());
        for _ in 1..items.len() {
            interface.add_state();
        }
        interface.set_initial(state_id(&root.field("initial")?, items.len())?);
        let mut facts = Vec::new();
        for (state, item) in interface.states().zip(&items) {
            facts.push(self.state(&mut interface, state, item)?);
        }
        interface.set_memory(self.memory);
        Ok((interface, facts))
    }

    fn state(&mut self, interface: &mut Interface, state: StateId, node: &Node) -> Result<StateFacts, ReadError> {
        for item in node.field("allowed")?.items()? {
            let call = self.call(&item)?;
            if interface.allows(state, call) {
                return Err(self.twice(&item, call, "allowed"));
            }
            interface.allow(state, call);
        }
        let forbidden = self.forbidden(interface, state, &node.field("forbidden")?)?;
        for item in node.field("next")?.items()? {
            self.next(interface, state, &item)?;
        }
        let access = node.optional("access")?;
        Ok(StateFacts {
            label: optional_text(node, "label")?,
            access: access.map_or(Ok(Vec::new()), |access| access.texts())?,
            forbidden,
        })
    }

    fn forbidden(&self, interface: &mut Interface, state: StateId, node: &Node) -> Result<Vec<Forbidden>, ReadError> {
        let mut listed = vec![false; self.alphabet.calls().len()];
        let mut forbidden = Vec::new();
        for item in node.items()? {
            let field = item.field("call")?;
            let call = self.call(&field)?;
            if interface.allows(state, call) {
                let problem = format!("the call \"{}\" is both allowed and forbidden", self.id(call));
                return Err(field.error(problem, "list it in one of the two only"));
            }
            if std::mem::replace(&mut listed[call.index()], true) {
                return Err(self.twice(&field, call, "forbidden"));
            }
            let (doubt, on_jvm) = (self.doubt(&item)?, on_jvm(&item)?);
            self.should_return(interface, (state, call), &item)?;
            forbidden.extend(self.reason(&item)?.map(|reason| Forbidden { call, reason, doubt, on_jvm }));
        }
        self.check_complete(interface, state, &listed, node)?;
        Ok(forbidden)
    }

    /// Where a doubtful call leads, should it return.
    fn should_return(
        &self,
        interface: &mut Interface,
        (state, call): (StateId, CallId),
        node: &Node,
    ) -> Result<(), ReadError> {
        let Some(field) = node.optional("should_return")? else { return Ok(()) };
        for item in field.items()? {
            let outcome = self.outcome(call, &item.field("outcome")?)?;
            let event = self.alphabet.event(call, outcome);
            let to = state_id(&item.field("to")?, interface.state_count())?;
            if interface.next_should_return(state, event).is_some() {
                let problem = format!("\"{}\" has two next states here", self.alphabet.event_name(event));
                return Err(item.error(problem, "keep one of them: an interface is deterministic"));
            }
            interface.connect_should_return(state, event, to);
        }
        Ok(())
    }

    fn check_complete(
        &self,
        interface: &Interface,
        state: StateId,
        listed: &[bool],
        node: &Node,
    ) -> Result<(), ReadError> {
        let mut calls = self.alphabet.call_ids();
        let neither = calls.find(|call| !interface.allows(state, *call) && !listed[call.index()]);
        neither.map_or(Ok(()), |call| {
            let problem = format!("the call \"{}\" is neither allowed nor forbidden", self.id(call));
            let advice = format!("list it in \"allowed\", or here as {{\"call\": \"{}\"}}", self.id(call));
            Err(node.error(problem, advice))
        })
    }

    fn reason(&self, node: &Node) -> Result<Option<Reason>, ReadError> {
        if let Some(field) = node.optional("why")? {
            let known = [
                (why::NOT_CONSTRUCTED, Reason::NotConstructed),
                (why::ALREADY_CONSTRUCTED, Reason::AlreadyConstructed),
                (why::NOT_THERE, Reason::NotThere),
                (why::NEVER_MET, Reason::NeverMet),
                (why::LEADS_TO_DEAD_END, Reason::LeadsToDeadEnd),
                (why::UNEXPLORED, Reason::Unexplored),
            ];
            return one_of(&field, "reason", &known).map(Some);
        }
        let Some(witness) = node.optional("witness")? else {
            return Ok(None);
        };
        Ok(Some(Reason::Error {
            witness: witness.texts()?,
            error: self.error_name(node)?,
            at: optional_text(node, "at")?,
        }))
    }

    /// What a verdict depends on, if it is doubtful.
    fn doubt(&self, node: &Node) -> Result<Option<Vec<usize>>, ReadError> {
        let Some(field) = node.optional("verdict")? else { return Ok(None) };
        if !one_of(&field, "verdict", &[(verdict::FAILS, false), (verdict::DOUBTFUL, true)])? {
            return Ok(None);
        }
        let depends_on = node.items_of("depends_on")?;
        depends_on.iter().map(|item| self.position(item)).collect::<Result<_, _>>().map(Some)
    }

    fn position(&self, node: &Node) -> Result<usize, ReadError> {
        let position: usize = node.number()?;
        match position < self.assumptions {
            true => Ok(position),
            false => Err(node.error(
                format!("there is no assumption {position}"),
                "write the position of one of the guarantee's assumptions, from 0",
            )),
        }
    }

    /// The error that a forbidden call raises; may be left out where the interface is about one error only.
    fn error_name(&self, node: &Node) -> Result<String, ReadError> {
        match (node.optional("error")?, self.errors) {
            (Some(error), _) => Ok(error.text()?.into()),
            (None, [only]) => Ok(only.clone()),
            (None, _) => {
                Err(node.error("it is not said which error the call raises", "add \"error\" with the error's name"))
            }
        }
    }

    fn next(&mut self, interface: &mut Interface, state: StateId, node: &Node) -> Result<(), ReadError> {
        let field = node.field("call")?;
        let call = self.call(&field)?;
        if !interface.allows(state, call) {
            let problem = format!("the call \"{}\" is forbidden here, so it leads nowhere", self.id(call));
            return Err(field.error(problem, "allow the call, or remove this entry"));
        }
        let outcome = self.outcome(call, &node.field("outcome")?)?;
        let event = self.alphabet.event(call, outcome);
        self.check_condition(call, outcome, node)?;
        let to = state_id(&node.field("to")?, interface.state_count())?;
        if interface.next(state, event).is_some() {
            let problem = format!("\"{}\" has two next states here", self.alphabet.event_name(event));
            return Err(node.error(problem, "keep one of them: an interface is deterministic"));
        }
        interface.connect(state, event, to);
        let updates = self.updates(node)?;
        self.memory.set(state, event, updates);
        Ok(())
    }

    /// A condition on the result says what the name of the outcome says.
    fn check_condition(&self, call: CallId, outcome: usize, node: &Node) -> Result<(), ReadError> {
        let Some(field) = node.optional("when")? else { return Ok(()) };
        let outcomes = &self.alphabet.call(call).outcomes;
        let meant = condition_of_outcome(outcomes, outcome);
        if meant.as_ref().is_some_and(|meant| meant.text() == field.text().unwrap_or_default()) {
            return Ok(());
        }
        let problem = format!("this is not what the outcome \"{}\" says of the result", outcomes[outcome]);
        let advice = meant.map_or_else(
            || "leave \"when\" out: outcomes that are numbers or conditions on `result` have one".to_owned(),
            |meant| format!("write \"{meant}\""),
        );
        Err(field.error(problem, advice))
    }

    /// What is set, in the order of the registers.
    fn updates(&self, node: &Node) -> Result<Vec<Update>, ReadError> {
        let Some(set) = node.optional("set")? else { return Ok(Vec::new()) };
        let mut updates = Vec::new();
        for (name, value) in set.entries()? {
            let register = self.memory.registers.iter().position(|known| known.name == name).ok_or_else(|| {
                let problem = format!("there is no register \"{name}\"");
                value.error(problem, "use a \"name\" from \"registers\", or add the register there")
            })?;
            updates.push(Update { register, value: guard(&value)? });
        }
        updates.sort_by_key(|update| update.register);
        Ok(updates)
    }

    fn outcome(&self, call: CallId, node: &Node) -> Result<usize, ReadError> {
        let name = node.text()?;
        let outcomes = &self.alphabet.call(call).outcomes;
        outcomes.iter().position(|outcome| outcome == name).ok_or_else(|| {
            node.error(
                format!("the call \"{}\" has no outcome \"{name}\"", self.id(call)),
                format!("its outcomes, listed in \"calls\", are {}", outcomes.join(", ")),
            )
        })
    }

    fn call(&self, node: &Node) -> Result<CallId, ReadError> {
        let id = node.text()?;
        let unknown = || {
            let problem = format!("there is no call \"{id}\"");
            node.error(problem, "use an \"id\" from \"calls\", or add the call there")
        };
        self.calls.get(id).copied().ok_or_else(unknown)
    }

    fn twice(&self, node: &Node, call: CallId, list: &str) -> ReadError {
        let problem = format!("the call \"{}\" is listed as {list} twice", self.id(call));
        node.error(problem, "list it once")
    }

    fn id(&self, call: CallId) -> &str {
        &self.alphabet.call(call).id
    }
}

fn state_id(node: &Node, states: usize) -> Result<StateId, ReadError> {
    let number: u64 = node.number()?;
    match usize::try_from(number) {
        Ok(index) if index < states => Ok(StateId::from_index(index)),
        _ => Err(node
            .error(format!("there is no state {number}"), format!("the states are numbered from 0 to {}", states - 1))),
    }
}

/// What a JVM made of a witness.
fn on_jvm(node: &Node) -> Result<Option<OnJvm>, ReadError> {
    let Some(field) = node.optional("jvm")? else { return Ok(None) };
    let why = optional_text(node, "jvm_saw")?.unwrap_or_default();
    let known = [
        (jvm::RAISED, OnJvm::Raised),
        (jvm::DIFFERS, OnJvm::Differs(why.clone())),
        (jvm::NOT_MADE, OnJvm::NotMade(why)),
    ];
    one_of(&field, "result", &known).map(Some)
}
