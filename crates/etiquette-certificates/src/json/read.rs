//! Reads a certificate from JSON.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Action, Binding, Component, Location, Type, parse_value};
use etiquette_logic::{BinaryOp, Node as TermNode, Term, evaluate};
use serde_json::Value;

use super::unreadable::{Node, Unreadable};
use super::{shared, word};
use crate::certificate::{
    Arrival, Certificate, Choice, ForbiddenProof, LoopLabel, Order, Proof, Region, Return, Source, Spread, Valuation,
};
use crate::plain::Values;
use crate::scope::{Seen, bindings};

/// Reads a certificate for an interface of the component; its terms go into the component's pool. What is read need not
/// hold, or be complete: that is for [`crate::check`] to say.
///
/// # Errors
/// What can't be understood, with its path in the value.
pub fn from_json(component: &mut Component, interface: &Interface, value: &Value) -> Result<Certificate, Unreadable> {
    let root = Node::root(value);
    let mut reader = Reader { component, interface, parts: Vec::new(), stands_for: Values::default() };
    root.items_of("parts")?.iter().try_for_each(|part| reader.part(part))?;
    let (methods, guards) = reader.calls(&root.field("calls")?)?;
    let labels =
        root.field("labels")?.items()?.iter().map(|label| reader.condition(None, label)).collect::<Result<_, _>>()?;
    let (loops, forbidden, regions, spreads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut certificate = Certificate { guards, methods, labels, loops, forbidden, regions, spreads };
    for node in root.field("loops")?.items()? {
        certificate.loops.push(reader.loop_label(&certificate.methods, &node)?);
    }
    for node in root.field("forbidden")?.items()? {
        certificate.forbidden.push(reader.forbidden(&certificate.methods, &node)?);
    }
    for node in root.items_of("regions")? {
        certificate.regions.push(reader.region(&certificate.methods, &node)?);
    }
    for node in root.items_of("spreads")? {
        certificate.spreads.push(reader.spread(&certificate.methods, &node)?);
    }
    Ok(certificate)
}

struct Reader<'a> {
    component: &'a mut Component,
    interface: &'a Interface,
    /// Named parts, each with the method whose variables it sees.
    parts: Vec<(Option<usize>, Binding)>,
    stands_for: Values,
}

impl Reader<'_> {
    fn part(&mut self, node: &Node) -> Result<(), Unreadable> {
        let home = node.optional("in")?.map(|name| self.method(&name)).transpose()?;
        let ty = self.ty(&node.field("type")?)?;
        let term = match ty {
            Type::Bool => self.condition(home, &node.field("is")?)?,
            _ => self.value(home, ty, &node.field("is")?)?,
        };
        let name = node.field("name")?.text()?;
        let symbol = self.component.terms.new_symbol(name, self.component.sort(ty));
        self.stands_for.insert(symbol, term);
        self.parts.push((home, shared::binding(self.component, symbol)));
        Ok(())
    }

    /// The type of a part: `bool`, or a signed integer.
    fn ty(&self, node: &Node) -> Result<Type, Unreadable> {
        let name = node.text()?;
        let width = name.strip_prefix('i').and_then(|width| width.parse().ok());
        let width = width.filter(|width| (1..=etiquette_logic::MAX_WIDTH).contains(width));
        match (name, width) {
            ("bool", _) => Ok(Type::Bool),
            (_, Some(width)) => Ok(Type::Int { width, signed: true }),
            _ => Err(node.error(format!("`{name}` is not the type of a part: write `bool`, or `i1` to `i64`"))),
        }
    }

    fn method(&self, node: &Node) -> Result<usize, Unreadable> {
        let name = node.text()?;
        let position = self.component.methods.iter().position(|method| method.name == name);
        position.ok_or_else(|| node.error(format!("the component has no method `{name}`")))
    }

    fn call(&self, node: &Node) -> Result<CallId, Unreadable> {
        let id = node.text()?;
        let alphabet = self.interface.alphabet();
        let found = alphabet.call_ids().find(|call| alphabet.call(*call).id == id);
        found.ok_or_else(|| node.error(format!("the interface has no call `{id}`")))
    }

    fn state(&self, node: &Node) -> Result<StateId, Unreadable> {
        node.number_below(self.interface.state_count(), "states").map(StateId::from_index)
    }

    /// Methods and guards, which must be in the order of the interface's calls.
    fn calls(&mut self, node: &Node) -> Result<(Vec<usize>, Vec<Term>), Unreadable> {
        let items = node.items()?;
        let wanted = self.interface.alphabet().calls().len();
        if items.len() != wanted {
            return Err(node.error(format!("there are {} of the interface's {wanted} calls", items.len())));
        }
        let (mut methods, mut guards) = (Vec::new(), Vec::new());
        for (index, item) in items.iter().enumerate() {
            let name = item.field("call")?;
            if self.call(&name)?.index() != index {
                return Err(name.error("the calls are in another order than the interface's"));
            }
            let method = self.method(&item.field("method")?)?;
            methods.push(method);
            guards.push(self.condition(Some(method), &item.field("guard")?)?);
        }
        Ok((methods, guards))
    }

    fn loop_label(&mut self, methods: &[usize], node: &Node) -> Result<LoopLabel, Unreadable> {
        let call = self.call(&node.field("call")?)?;
        let method = methods[call.index()];
        let locations = self.component.methods[method].body.locations;
        let location = node.field("location")?.number_below(locations, "locations")?;
        Ok(LoopLabel {
            state: self.state(&node.field("state")?)?,
            call,
            location: Location(location as u32),
            label: self.condition(Some(method), &node.field("label")?)?,
        })
    }

    fn forbidden(&mut self, methods: &[usize], node: &Node) -> Result<ForbiddenProof, Unreadable> {
        let state = self.state(&node.field("state")?)?;
        let call = self.call(&node.field("call")?)?;
        let kind = node.field("proof")?;
        let proof = match kind.text()? {
            word::NEVER_RETURNS => Proof::NeverReturns,
            word::DOUBTFUL => Proof::Doubtful,
            word::OPEN => Proof::Open,
            word::CAN_FAIL => Proof::CanFail { choices: self.valuations(methods[call.index()], node)? },
            word::HIT => {
                let choices = self.valuations(methods[call.index()], node)?;
                Proof::Hit { region: node.field("region")?.number()?, choices }
            }
            word::SPREAD => {
                let witness = node.field("witness")?;
                let of = |reader: &mut Self, binding: &Binding| {
                    reader.value(None, binding.ty, &witness.field(&binding.name)?)
                };
                let witness = self.by_variable(of)?;
                Proof::Spread { witness, choices: self.valuations(methods[call.index()], node)? }
            }
            _ => {
                let known = [word::NEVER_RETURNS, word::CAN_FAIL, word::HIT, word::SPREAD, word::DOUBTFUL, word::OPEN];
                return Err(unknown_word(&kind, "proof", &known));
            }
        };
        Ok(ForbiddenProof { state, call, proof })
    }

    fn region(&mut self, methods: &[usize], node: &Node) -> Result<Region, Unreadable> {
        let arrivals = node.field("arrivals")?.items()?;
        Ok(Region {
            state: self.state(&node.field("state")?)?,
            region: self.condition(None, &node.field("region")?)?,
            initial: node.optional("initial")?.map(|values| self.values(&values)).transpose()?,
            arrivals: arrivals.iter().map(|arrival| self.arrival(methods, arrival)).collect::<Result<_, _>>()?,
        })
    }

    fn spread(&mut self, methods: &[usize], node: &Node) -> Result<Spread, Unreadable> {
        let (orders, returns) = (node.field("orders")?, node.field("returns")?.items()?);
        Ok(Spread {
            state: self.state(&node.field("state")?)?,
            within: self.condition(None, &node.field("within")?)?,
            orders: self.by_variable(|_, binding| order(&orders.field(&binding.name)?))?,
            returns: returns.iter().map(|event| self.event_back(methods, event)).collect::<Result<_, _>>()?,
        })
    }

    fn event_back(&mut self, methods: &[usize], node: &Node) -> Result<Return, Unreadable> {
        let call = self.call(&node.field("call")?)?;
        let outcomes = self.interface.alphabet().call(call).outcomes.len();
        let before = node.field("before")?;
        Ok(Return {
            from: self.state(&node.field("from")?)?,
            call,
            outcome: node.field("outcome")?.number_below(outcomes, "outcomes")?,
            before: self.by_variable(|reader, binding| {
                let value = before.optional(&binding.name)?;
                value.map(|value| reader.value(None, binding.ty, &value)).transpose()
            })?,
            choices: self.valuations(methods[call.index()], node)?,
        })
    }

    /// Something for each of the component's variables.
    fn by_variable<T>(
        &mut self,
        mut read: impl FnMut(&mut Self, &Binding) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        bindings(self.component, Seen::State).iter().map(|binding| read(self, binding)).collect()
    }

    /// The values of the component's variables, by name.
    fn values(&mut self, node: &Node) -> Result<Vec<u64>, Unreadable> {
        self.by_variable(|reader, binding| reader.constant(binding.ty, &node.field(&binding.name)?))
    }

    fn constant(&mut self, ty: Type, node: &Node) -> Result<u64, Unreadable> {
        let term = self.value(None, ty, node)?;
        match self.component.terms.symbols_of(term).is_empty() {
            true => Ok(evaluate(&self.component.terms, term, |_| 0)),
            false => Err(node.error("a value is expected, not something that depends on variables")),
        }
    }

    fn arrival(&mut self, methods: &[usize], node: &Node) -> Result<Arrival, Unreadable> {
        let call = self.call(&node.field("call")?)?;
        let outcomes = self.interface.alphabet().call(call).outcomes.len();
        Ok(Arrival {
            from: self.state(&node.field("from")?)?,
            call,
            outcome: node.field("outcome")?.number_below(outcomes, "outcomes")?,
            source: source(node)?,
            choices: self.valuations(methods[call.index()], node)?,
        })
    }

    fn valuations(&mut self, method: usize, node: &Node) -> Result<Vec<Valuation>, Unreadable> {
        let mut valuations = Vec::new();
        for valuation in node.field("choices")?.items()? {
            let items = valuation.items()?;
            valuations.push(items.iter().map(|item| self.choice(method, item)).collect::<Result<_, _>>()?);
        }
        Ok(valuations)
    }

    fn choice(&mut self, method: usize, node: &Node) -> Result<(Choice, Term), Unreadable> {
        let edges = self.component.methods[method].body.edges.len();
        let value = node.field("is")?;
        if let Some(edge) = node.optional("edge")? {
            let edge = edge.number_below(edges, "edges")?;
            return Ok((Choice::Edge(edge), self.condition(Some(method), &value)?));
        }
        if let Some(place) = node.optional("value")? {
            let edge = place.number_below(edges, "edges")?;
            let ty = self.chosen_type(method, edge).ok_or_else(|| place.error("this edge chooses no value"))?;
            return Ok((Choice::Value(edge), self.value(Some(method), ty, &value)?));
        }
        let parameters = &self.component.methods[method].parameters;
        let index = node.field("argument")?.number_below(parameters.len(), "parameters")?;
        let ty = parameters[index].ty;
        Ok((Choice::Argument(index), self.value(Some(method), ty, &value)?))
    }

    fn chosen_type(&self, method: usize, edge: usize) -> Option<Type> {
        let method = &self.component.methods[method];
        match method.body.edges[edge].action {
            Action::Havoc(symbol, ..) => self.component.binding(Some(method), symbol).map(|binding| binding.ty),
            _ => None,
        }
    }

    /// A condition, or several that hold together.
    fn condition(&mut self, home: Option<usize>, node: &Node) -> Result<Term, Unreadable> {
        let mut whole = None;
        for item in node.clone().one_or_more()? {
            let part = self.value(home, Type::Bool, &item)?;
            let pool = &mut self.component.terms;
            whole = Some(whole.map_or(part, |before| pool.intern(TermNode::Binary(BinaryOp::And, before, part))));
        }
        whole.ok_or_else(|| node.error("there is no condition; `true` is one"))
    }

    fn value(&mut self, home: Option<usize>, ty: Type, node: &Node) -> Result<Term, Unreadable> {
        let text = node.text()?;
        let parts = self.parts.iter().filter(|(seen, _)| *seen == home).map(|(_, binding)| binding.clone());
        let own = home.map(|method| bindings(self.component, Seen::Everything(method))).unwrap_or_default();
        let scope: Vec<Binding> = own.into_iter().chain(parts).collect();
        let read = parse_value(self.component, &scope, ty, text);
        let term = read.map_err(|problem| node.error(format!("in `{}`: {problem}", shortened(text))))?;
        Ok(shared::expand(self.component, term, &self.stands_for))
    }
}

/// The label, or a region that may come later in the list.
fn source(node: &Node) -> Result<Source, Unreadable> {
    let kind = node.field("source")?;
    match kind.text()? {
        word::LABEL => Ok(Source::Label),
        word::REGION => Ok(Source::Region(node.field("region")?.number()?)),
        _ => Err(unknown_word(&kind, "source", &[word::LABEL, word::REGION])),
    }
}

fn order(node: &Node) -> Result<Order, Unreadable> {
    match node.text()? {
        word::SAME => Ok(Order::Same),
        word::AT_MOST => Ok(Order::AtMost),
        word::AT_LEAST => Ok(Order::AtLeast),
        word::ANY => Ok(Order::Any),
        _ => Err(unknown_word(node, "order", &[word::SAME, word::AT_MOST, word::AT_LEAST, word::ANY])),
    }
}

fn unknown_word(node: &Node, what: &str, known: &[&str]) -> Unreadable {
    let known = known.join("\", \"");
    node.error(format!("\"{}\" is no {what}: there are \"{known}\"", node.value().as_str().unwrap_or_default()))
}

/// As much of a text as a message can take.
fn shortened(text: &str) -> String {
    const LONG: usize = 80;
    let mut short: String = text.chars().take(LONG).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
