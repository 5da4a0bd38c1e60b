//! Which methods a call runs, for each kind of object that it is made on.

use crate::lower::model::About;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use super::super::documented::is_platform;
use super::super::stubs::Stub;
use super::super::unfollowed::FIELD_ACCESS;
use super::body::{Body, CallSite, Local, Source, Target};
use super::program::{Beyond, Call, CallId, Edge, Kind, Known, LambdaSite, Link, MethodId, Name, NodeId, On, Token};
use super::solve::{MadeUp, OBJECT, Solver};
use crate::class::{Access, BootstrapArgument, Class, Dynamic, Invocation, Member, Method};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::{Answer, Found};

const LAMBDAS: &str = "java/lang/invoke/LambdaMetafactory";
const CONCATENATION: &str = "java/lang/invoke/StringConcatFactory";

impl Solver<'_, '_> {
    pub fn wire_call(&mut self, id: MethodId, site: &CallSite) {
        let known = &self.program.methods[id];
        let places = |locals: &BTreeSet<Local>| locals.iter().map(|local| known.node(*local)).collect();
        let arguments: Vec<Vec<NodeId>> = site.arguments.iter().map(places).collect();
        let result = site.result.map(|local| known.node(local));
        match &site.target {
            Target::Method(kind, member) => {
                let call = self.new_call((id, site.offset), *kind, member, arguments, result);
                self.start(call);
            }
            Target::Site(dynamic) => self.wire_dynamic((id, site.offset), dynamic, arguments, result),
        }
    }

    fn new_call(
        &mut self,
        (method, offset): (MethodId, u32),
        kind: Invocation,
        member: &Member,
        arguments: Vec<Vec<NodeId>>,
        result: Option<NodeId>,
    ) -> CallId {
        let (resolved, member) = (self.world.resolve_method(member), Rc::new(member.clone()));
        let is_dispatched = matches!(kind, Invocation::Virtual | Invocation::Interface);
        let declared = resolved.as_ref().filter(|_| is_dispatched);
        let documented = declared.and_then(|(class, index)| self.world.documented(class, &class.methods[*index]));
        let (links, lambda, thrown, note) = (Vec::new(), None, Vec::new(), None);
        let (beyond, is_clients) = (Beyond::default(), false);
        let call = Call {
            method,
            offset,
            kind,
            member,
            resolved,
            documented,
            arguments,
            result,
            links,
            lambda,
            thrown,
            note,
            beyond,
            is_clients,
        };
        self.program.calls.push(call);
        let id = self.program.calls.len() - 1;
        self.program.methods[method].calls.push(id);
        id
    }

    /// Runs what does not depend on the receiver's class, and waits for receivers otherwise.
    fn start(&mut self, call: CallId) {
        let Call { method, kind, member, resolved, .. } = &self.program.calls[call];
        let (method, kind, member, resolved) = (*method, *kind, Rc::clone(member), resolved.clone());
        if kind == Invocation::Static {
            self.initialise(method, &member.class);
        }
        if kind != Invocation::Static && FIELD_ACCESS.contains(&member.class.as_str()) {
            return self.start_access(call);
        }
        if let Some(stub) = self.world.stub(kind, &member, None) {
            return self.start_stubbed(call, stub);
        }
        if let Some(promise) = self.world.promised_text(&member) {
            let note = format!("`{promise}` throws nothing but `IllegalFormatException`, as its documentation says");
            self.program.calls[call].note = Some((About::World, note.into()));
            return self.start_formatting(call);
        }
        if self.program.gives_reason(call) {
            let note = "code of other classes gives no exception a second reason (`Throwable.initCause`)";
            self.program.calls[call].note = Some((About::OtherCode, note.into()));
        }
        let Some((class, index)) = resolved else {
            return self.run_beyond(call, Beyond { missing: true, ..Beyond::default() });
        };
        let arguments = self.program.calls[call].arguments.clone();
        match matches!(kind, Invocation::Static | Invocation::Special) || is_fixed(&class, index) {
            true => self.link(call, &(class, index), arguments),
            false => arguments.first().into_iter().flatten().for_each(|node| self.add_edge(*node, Edge::Receive(call))),
        }
    }

    /// A method does what a stub says.
    fn start_stubbed(&mut self, call: CallId, stub: &Stub) {
        let Call { method, offset, result, ref member, .. } = self.program.calls[call];
        let returned = MethodDescriptor::from_str(&member.descriptor).ok().and_then(|descriptor| descriptor.result);
        self.program.calls[call].note = stub.note(&member.dotted()).map(|(about, text)| (about, text.into()));
        for exception in stub.exceptions() {
            let class = self.program.names.name(exception);
            let token = self.token(Kind::Outside(class));
            self.program.calls[call].thrown.push(token);
            self.pass(method, offset, token);
        }
        if let (Some(result), Some(class)) = (result, returned.and_then(|ty| self.class_name(&ty)))
            && stub.may_return_object()
        {
            self.add_kind(result, Kind::Outside(class));
        }
    }

    /// A text is made of what is given: arguments, or elements of an array.
    fn start_formatting(&mut self, call: CallId) {
        let Call { method, offset, result, ref arguments, .. } = self.program.calls[call];
        let (given, formatted) = (arguments.concat(), self.program.new_node(None));
        for node in given {
            self.add_edge(node, Edge::ReadElement(formatted));
        }
        self.make_text((method, offset), vec![formatted], result);
        let refused = self.program.names.name("java/util/IllegalFormatException");
        let refused = self.token(Kind::Outside(refused));
        self.program.calls[call].thrown.push(refused);
        self.pass(method, offset, refused);
    }

    /// Objects are asked for their texts, which become part of another.
    fn make_text(&mut self, at: (MethodId, u32), objects: Vec<NodeId>, result: Option<NodeId>) {
        let (class, name) = ("java/lang/Object".into(), "toString".into());
        let member = Member { class, name, descriptor: "()Ljava/lang/String;".into() };
        let call = self.new_call(at, Invocation::Virtual, &member, vec![objects], None);
        self.start(call);
        let string = self.program.names.name("java/lang/String");
        result.into_iter().for_each(|result| self.add_kind(result, Kind::Made(string, None)));
    }

    /// A call runs a method with these arguments.
    fn link(&mut self, call: CallId, (class, index): &Found, arguments: Vec<Vec<NodeId>>) {
        let target = self.method(class, *index);
        if !self.linked.insert((call, target, 0)) {
            return;
        }
        let declared = &class.methods[*index];
        let is_static = declared.access.has(Access::STATIC);
        let Call { method, offset, result, .. } = self.program.calls[call];
        if !self.program.methods[target].has_code() {
            self.program.calls[call].links.push(Link { target, arguments, on: On::Any });
            let natives = declared.access.has(Access::NATIVE);
            return self.run_beyond(call, Beyond { natives, clients: !natives, ..Beyond::default() });
        }
        let types = parameter_classes(class, &declared.descriptor, is_static);
        let dispatched =
            !is_static && !matches!(self.program.calls[call].kind, Invocation::Special | Invocation::Static);
        let first = self.program.methods[target].parameters;
        for (position, (nodes, ty)) in arguments.iter().zip(types).enumerate() {
            // Receivers of a call with dispatch come one by one.
            if position == 0 && dispatched && !is_fixed(class, *index) {
                continue;
            }
            let Some(ty) = ty else { continue };
            let ty = self.program.names.name(&ty);
            nodes.iter().for_each(|node| self.add_edge(*node, Edge::Copy(first + position, Some(ty))));
        }
        let (returned, thrown) = (self.program.methods[target].returned, self.program.methods[target].thrown);
        if let Some(result) = result {
            self.add_edge(returned, Edge::Copy(result, None));
        }
        self.program.calls[call].links.push(Link { target, arguments, on: On::Any });
        match self.program.calls[call].documented {
            Some(_) => self.add_edge(thrown, Edge::PassAs(call, target)),
            None => self.add_edge(thrown, Edge::Pass(method, offset)),
        }
    }

    /// A call runs code that can't be looked at: it gives back something new, or something that it knows.
    fn run_beyond(&mut self, call: CallId, beyond: Beyond) {
        self.program.calls[call].beyond.add(beyond);
        let Call { member, result, arguments, .. } = &self.program.calls[call];
        let (result, nodes) = (*result, arguments.concat());
        let returned = MethodDescriptor::from_str(&member.descriptor).ok().and_then(|descriptor| descriptor.result);
        let returned = returned.filter(TypeDescriptor::is_reference);
        let known = if beyond.unread { self.program.exposed } else { self.clients };
        if !beyond.natives {
            nodes.iter().for_each(|node| self.add_edge(*node, Edge::Copy(known, None)));
        }
        // What a client does with what it gets on the way is its own affair.
        if (beyond.clients || beyond.missing) && !self.program.calls[call].is_clients {
            self.hand_arguments(call);
        }
        if beyond.natives && nodes.len() > 1 {
            let hub = self.program.new_node(None);
            nodes.iter().for_each(|node| self.add_edge(*node, Edge::Mix(hub)));
        }
        let (Some(result), Some(ty)) = (result, returned) else { return };
        let Some(class) = self.class_name(&ty) else { return };
        self.add_kind(result, if beyond.unread { Kind::Unknown(class) } else { Kind::Outside(class) });
        if beyond.natives {
            nodes.iter().for_each(|node| self.add_edge(*node, Edge::Copy(result, Some(class))));
        } else if !beyond.unread {
            self.add_edge(known, Edge::Copy(result, Some(class)));
        }
    }

    /// A call is made on an object.
    pub fn receive(&mut self, call: CallId, receiver: Token) {
        let Some(resolved) = self.program.calls[call].resolved.clone() else { return };
        match self.program.kind(receiver) {
            Kind::Lambda(made) => self.receive_lambda(call, made, receiver, &resolved),
            Kind::Outside(class) => self.receive_outside(call, class, &resolved),
            Kind::Unknown(class) => self.receive_unknown(call, class, receiver, &resolved),
            Kind::Own(class) | Kind::Made(class, _) | Kind::Thrown(class, _) => {
                let declared = self.program.names.name(&resolved.0.name);
                if self.is_below(class, declared) {
                    self.run_selected(call, class, receiver, &resolved);
                }
            }
        }
    }

    /// Runs the method that an object of exactly a class has.
    fn run_selected(&mut self, call: CallId, class: Name, receiver: Token, resolved: &Found) {
        let class = self.program.names.text(class);
        match self.world.selected(&class, resolved) {
            Some(found) if !found.0.methods[found.1].access.has(Access::ABSTRACT) => {
                self.run_on(call, &found, receiver);
            }
            // What a subclass of the component adds.
            _ => self.run_beyond(call, Beyond { clients: true, ..Beyond::default() }),
        }
    }

    fn run_on(&mut self, call: CallId, found: &Found, receiver: Token) {
        let arguments = self.program.calls[call].arguments.clone();
        self.link(call, found, arguments);
        let target = self.method(&found.0, found.1);
        if self.program.methods[target].has_code() {
            self.add(self.program.methods[target].parameters, receiver);
        }
        if matches!(self.program.kind(receiver), Kind::Own(_) | Kind::Made(_, Some(_))) {
            self.run_on_ours(call, target);
        }
    }

    /// An object that a client handed in runs the code of the class that it is known to have; what another class below
    /// that does is the client's.
    fn receive_outside(&mut self, call: CallId, known: Name, resolved: &Found) {
        let declared = self.program.names.name(&resolved.0.name);
        let class = if self.is_below(known, declared) { known } else { declared };
        let name = self.program.names.text(class);
        let found = self.world.selected(&name, resolved);
        let found = found.filter(|(class, index)| !class.methods[*index].access.has(Access::ABSTRACT));
        let is_open = self.world.class(&name).is_some_and(|class| self.program.is_extended_by_clients(&class));
        if let Some(found) = &found {
            let receiver = self.token(Kind::Outside(class));
            self.run_on(call, found, receiver);
        }
        if is_open || found.is_none() {
            self.run_beyond(call, Beyond { clients: true, ..Beyond::default() });
        }
    }

    /// An object that code made which was not looked at is of a class that is known only if there is no other. Else it is
    /// one of our own that this code got to know, or one of others, which is taken to keep to its contract like what
    /// clients hand in: nobody can look it up.
    fn receive_unknown(&mut self, call: CallId, class: Name, receiver: Token, resolved: &Found) {
        let name = self.program.names.text(class);
        if name.starts_with('[') || self.world.is_final(&name) {
            return self.run_selected(call, class, receiver, resolved);
        }
        self.run_beyond(call, Beyond { clients: true, ..Beyond::default() });
        if !is_in_contract(&resolved.0.methods[resolved.1]) {
            self.add_edge(self.program.exposed, Edge::Recall(call));
        }
    }

    /// Code that was not looked at gave back an object that it knows.
    pub fn recall(&mut self, call: CallId, object: Token) {
        let is_own = |name| self.program.is_own(&self.program.names.text(name));
        let is_lambda = matches!(self.program.kind(object), Kind::Lambda(_));
        if is_lambda || self.program.class_of(object).is_some_and(is_own) {
            self.receive(call, object);
        }
    }

    fn receive_lambda(&mut self, call: CallId, made: CallId, receiver: Token, resolved: &Found) {
        let Some(lambda) = self.program.calls[made].lambda.clone() else { return };
        let (class, index) = resolved;
        if !class.methods[*index].access.has(Access::ABSTRACT) {
            return self.run_on(call, resolved, receiver);
        }
        if self.program.calls[call].member.name != lambda.method {
            return;
        }
        let Some(found) = self.world.resolve_method(&lambda.body) else {
            return self.run_beyond(call, Beyond { missing: true, ..Beyond::default() });
        };
        self.add_boxed(call, &found);
        let target = self.lambda_method(made, &lambda, &found, self.program.calls[call].arguments.len());
        self.link_made_up(call, target, On::Ours);
    }

    /// The method of a lambda: it calls the body, with what was captured first.
    fn lambda_method(&mut self, made: CallId, lambda: &LambdaSite, found: &Found, arity: usize) -> MethodId {
        if let Some(&known) = self.made_up.get(&MadeUp::Lambda(made)) {
            return known;
        }
        let id = self.make_up(MadeUp::Lambda(made), found, arity);
        let Known { parameters: first, returned, .. } = self.program.methods[id];
        let mut arguments = self.program.calls[made].arguments.clone();
        arguments.extend((1..arity).map(|position| vec![first + position]));
        let mut result = Some(returned);
        if lambda.body.name == "<init>" {
            let object = self.program.new_node(None);
            self.initialise(id, &lambda.body.class);
            let class = self.program.names.name(&lambda.body.class);
            self.add_kind(object, Kind::Made(class, None));
            self.add_edge(object, Edge::Copy(returned, None));
            arguments.insert(0, vec![object]);
            result = None;
        }
        let kind = if lambda.body.name == "<init>" { Invocation::Special } else { lambda.kind };
        let inner = self.new_call((id, 0), kind, &lambda.body, arguments, result);
        self.start(inner);
        id
    }

    /// A method that no class has, with so many parameters; its calls are added to it.
    fn make_up(&mut self, what: MadeUp, (class, index): &Found, arity: usize) -> MethodId {
        let id = self.program.methods.len();
        let body = Body { sources: vec![Source::Parameter; arity], ..Body::default() };
        self.add_method(class, *index, (arity, Some(Rc::new(body))));
        self.made_up.insert(what, id);
        id
    }

    fn link_made_up(&mut self, call: CallId, target: MethodId, on: On) {
        if !self.linked.insert((call, target, 0)) {
            return;
        }
        let Call { method, offset, result, ref arguments, .. } = self.program.calls[call];
        let Known { parameters: first, arity, returned, thrown, .. } = self.program.methods[target];
        let arguments: Vec<Vec<NodeId>> = arguments.iter().take(arity).cloned().collect();
        for (position, nodes) in arguments.iter().enumerate() {
            nodes.iter().for_each(|node| self.add_edge(*node, Edge::Copy(first + position, None)));
        }
        if let Some(result) = result {
            self.add_edge(returned, Edge::Copy(result, None));
        }
        self.program.calls[call].links.push(Link { target, arguments, on });
        match on {
            On::Handed => self.add_edge(thrown, Edge::PassAs(call, target)),
            _ => self.add_edge(thrown, Edge::Pass(method, offset)),
        }
    }

    /// Hands what a call is given to code of a client, unless that only keeps it.
    fn hand_arguments(&mut self, call: CallId) {
        if self.program.only_keeps(call) {
            return;
        }
        let Call { kind, arguments, member, .. } = &self.program.calls[call];
        let given = arguments[usize::from(*kind != Invocation::Static).min(arguments.len())..].to_vec();
        let types = MethodDescriptor::from_str(&member.descriptor).map(|types| types.parameters).unwrap_or_default();
        for (nodes, ty) in given.into_iter().zip(types) {
            let Some(class) = self.class_name(&ty) else { continue };
            nodes.into_iter().for_each(|node| self.add_edge(node, Edge::Hand(call, class)));
        }
    }

    /// A client's code is given an object that the component's own code made for it, such as a listener: it may run its
    /// methods, those that it knows by the class by which it is given the object. Lambdas are made to be run, too; the
    /// component itself is taken not to be called back.
    pub fn hand(&mut self, call: CallId, class: Name, object: Token) {
        let known = self.made_up.get(&MadeUp::Handed(object, class)).copied();
        if let Some(target) = known.or_else(|| self.handed_method(object, class)) {
            self.link_made_up(call, target, On::Handed);
        }
    }

    /// What a client may do with an object that it is given as one of a class.
    fn handed_method(&mut self, object: Token, class: Name) -> Option<MethodId> {
        let known_as = self.program.names.text(class);
        let found: Vec<Found> = match self.program.kind(object) {
            Kind::Lambda(made) => {
                let lambda = self.program.calls[made].lambda.clone()?;
                let is_one = self.world.is_subclass(&lambda.interface, &known_as) != Answer::No;
                vec![self.world.run_by(&lambda.interface, &lambda.method).filter(|_| is_one)?]
            }
            Kind::Made(class, Some(_)) if !self.is_component(class) => {
                let made = self.world.class(&self.program.names.text(class))?;
                let is_own = self.program.is_own(&made.name) && !self.is_above_component(class);
                if is_own { self.called_as(&made, &known_as) } else { Vec::new() }
            }
            _ => return None,
        };
        let id = self.make_up(MadeUp::Handed(object, class), found.first()?, 0);
        for (class, index) in found {
            let declared = &class.methods[index];
            let (name, descriptor) = (declared.name.clone(), declared.descriptor.clone());
            let arguments = self.handed_in(&descriptor, object);
            let member = Member { class: class.name.clone(), name, descriptor };
            let inner = self.new_call((id, 0), Invocation::Virtual, &member, arguments, None);
            self.program.calls[inner].is_clients = true;
            self.start(inner);
        }
        Some(id)
    }

    /// The methods of a class of our own that others may call who know an object as one of another class. Who knows
    /// nothing of it may find out that it is of a class that is not ours.
    fn called_as(&self, made: &Arc<Class>, known_as: &str) -> Vec<Found> {
        let is_known = |above: &Arc<Class>| match known_as {
            OBJECT => !self.program.is_own(&above.name),
            _ => self.world.is_subclass(known_as, &above.name) != Answer::No,
        };
        let known: Vec<Arc<Class>> = self.world.supertypes(made).into_iter().filter(is_known).collect();
        let is_declared = |(class, index): &Found| {
            let method = &class.methods[*index];
            let is_it = |other: &Method| other.name == method.name && other.descriptor == method.descriptor;
            known.iter().any(|above| above.methods.iter().any(is_it))
        };
        called_from_outside(made).into_iter().filter(is_declared).collect()
    }

    /// Arguments that a client gives to a method of an object.
    fn handed_in(&mut self, descriptor: &str, receiver: Token) -> Vec<Vec<NodeId>> {
        let types = MethodDescriptor::from_str(descriptor).map(|descriptor| descriptor.parameters).unwrap_or_default();
        let object = self.program.new_node(None);
        self.add(object, receiver);
        let mut arguments = vec![vec![object]];
        for ty in types {
            let node = self.program.new_node(None);
            self.add_handed_in(node, &ty);
            arguments.push(vec![node]);
        }
        arguments
    }

    fn is_above_component(&mut self, class: Name) -> bool {
        let component = self.component;
        self.is_below(component, class)
    }

    fn is_component(&self, class: Name) -> bool {
        self.program.tokens.contains_key(&Kind::Own(class))
    }

    /// Numbers are boxed on their way into a lambda and out of it.
    fn add_boxed(&mut self, call: CallId, (class, index): &Found) {
        let is_static = class.methods[*index].access.has(Access::STATIC);
        let types = parameter_classes(class, &class.methods[*index].descriptor, is_static);
        let target = self.method(class, *index);
        if !self.program.methods[target].has_code() {
            return;
        }
        let Ok(called) = MethodDescriptor::from_str(&self.program.calls[call].member.descriptor) else { return };
        let first = self.program.methods[target].parameters;
        let given = called.parameters.iter().rev().zip(types.iter().enumerate().rev());
        for (ty, (position, class)) in given {
            if let (false, Some(class)) = (ty.is_reference(), class) {
                let class = self.program.names.name(class);
                self.add_kind(first + position, Kind::Outside(class));
            }
        }
        let own = MethodDescriptor::from_str(&class.methods[*index].descriptor).ok().and_then(|own| own.result);
        if let (Some(result), Some(wanted), Some(false)) =
            (self.program.calls[call].result, called.result, own.map(|ty| ty.is_reference()))
            && let Some(wanted) = self.class_name(&wanted)
        {
            self.add_kind(result, Kind::Outside(wanted));
        }
    }

    fn wire_dynamic(
        &mut self,
        at: (MethodId, u32),
        site: &Dynamic,
        arguments: Vec<Vec<NodeId>>,
        result: Option<NodeId>,
    ) {
        let member = Member {
            class: site.bootstrap.class.clone(),
            name: site.name.clone(),
            descriptor: site.descriptor.clone(),
        };
        if let (Some(lambda), Some(result)) = (lambda_site(site), result) {
            let call = self.new_call(at, Invocation::Static, &member, arguments, Some(result));
            self.program.calls[call].lambda = Some(lambda.into());
            return self.add_kind(result, Kind::Lambda(call));
        }
        if site.bootstrap.class == CONCATENATION {
            return self.make_text(at, arguments.concat(), result);
        }
        let call = self.new_call(at, Invocation::Static, &member, arguments, result);
        self.run_beyond(call, Beyond { natives: true, ..Beyond::default() });
    }

    /// Fields are read and written by handles: whatever is given may get into any of them, and come out.
    fn start_access(&mut self, call: CallId) {
        self.run_beyond(call, Beyond { accesses: true, natives: true, ..Beyond::default() });
        let nodes = self.program.calls[call].arguments.concat();
        nodes.iter().for_each(|node| self.add_edge(*node, Edge::Access(call)));
    }

    pub fn access(&mut self, call: CallId, object: Token) {
        let Some(class) = self.program.class_of(object) else { return };
        let Some(class) = self.world.class(&self.program.names.text(class)) else { return };
        if !self.linked.insert((call, object as usize, u32::MAX - 1)) {
            return;
        }
        let (nodes, result) = (self.program.calls[call].arguments.concat(), self.program.calls[call].result);
        for class in self.world.superclasses(&class) {
            let name = self.program.names.name(&class.name);
            for field in class.fields.iter().filter(|field| !field.access.has(Access::STATIC)) {
                let Some(ty) = TypeDescriptor::from_str(&field.descriptor).ok().and_then(|ty| self.class_name(&ty))
                else {
                    continue;
                };
                let place = self.field_of(name, &field.name);
                nodes.iter().for_each(|node| self.add_edge(*node, Edge::Copy(place, Some(ty))));
                result.into_iter().for_each(|result| self.add_edge(place, Edge::Copy(result, None)));
            }
        }
    }

    /// A statement throws an object.
    pub fn throw(&mut self, method: MethodId, offset: u32, token: Token) {
        let kind = match self.program.kind(token) {
            Kind::Made(class, _) => Kind::Thrown(class, method),
            kind => kind,
        };
        let token = self.token(kind);
        self.pass(method, offset, token);
    }

    /// An exception comes up at an offset: handlers take it, or it leaves the method.
    pub fn pass(&mut self, method: MethodId, offset: u32, token: Token) {
        let (Some(body), Some(class)) = (self.program.methods[method].body.clone(), self.program.class_of(token))
        else {
            return;
        };
        for handler in body.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset)) {
            let Some(&caught) = body.caught.get(&handler.target) else { continue };
            let caught = self.program.methods[method].node(caught);
            let Some(catch) = &handler.catch else { return self.add(caught, token) };
            let catch = self.program.names.name(catch);
            if self.is_below(class, catch) {
                return self.add(caught, token);
            }
            if let Some(narrow) = self.program.kind(token).of_another_class(catch)
                && self.is_below(catch, class)
            {
                self.add_kind(caught, narrow);
            }
        }
        if self.may_leave(method, token) {
            self.add(self.program.methods[method].thrown, token);
        }
    }

    /// Whether an exception may leave a method: not if code of the JDK throws it, and the method is not documented to.
    fn may_leave(&mut self, method: MethodId, token: Token) -> bool {
        let Known { throws_nothing, documented, .. } = &self.program.methods[method];
        let (Some(documented), Kind::Thrown(class, thrower)) = (documented, self.program.kind(token)) else {
            return !throws_nothing;
        };
        let thrower = &self.program.methods[thrower].class.name;
        let class = self.program.names.text(class);
        let leaves = !is_platform(thrower) || self.world.lets_throw(documented, &class);
        let may_leave = leaves && !throws_nothing;
        self.program.rests_on_documentation |= !leaves;
        may_leave
    }
}

fn is_in_contract(method: &Method) -> bool {
    let contract = [
        ("equals", "(Ljava/lang/Object;)Z"),
        ("hashCode", "()I"),
        ("toString", "()Ljava/lang/String;"),
        ("compareTo", "(Ljava/lang/Object;)I"),
    ];
    contract.contains(&(method.name.as_str(), method.descriptor.as_str()))
}

/// The methods of a class that another may call.
fn called_from_outside(class: &Arc<Class>) -> Vec<Found> {
    let is_callable = |index: &usize| {
        let method = &class.methods[*index];
        method.access.has(Access::PUBLIC) && !method.access.has(Access::STATIC) && method.name != "<init>"
    };
    (0..class.methods.len()).filter(is_callable).map(|index| (Arc::clone(class), index)).collect()
}

/// Whether a method can't be overridden.
fn is_fixed(class: &Class, index: usize) -> bool {
    let access = class.methods[index].access;
    [Access::PRIVATE, Access::FINAL, Access::STATIC].into_iter().any(|flag| access.has(flag))
        || (class.access.has(Access::FINAL) && !access.has(Access::ABSTRACT))
}

/// The classes of the receiver and the parameters; `None` for numbers.
fn parameter_classes(class: &Arc<Class>, descriptor: &str, is_static: bool) -> Vec<Option<String>> {
    let types = MethodDescriptor::from_str(descriptor).map(|descriptor| descriptor.parameters).unwrap_or_default();
    let named = types.into_iter().map(|ty| match ty {
        TypeDescriptor::Object(class) => Some(class),
        TypeDescriptor::Array(_) => Some(ty.descriptor()),
        _ => None,
    });
    (!is_static).then(|| Some(class.name.clone())).into_iter().chain(named).collect()
}

fn lambda_site(site: &Dynamic) -> Option<LambdaSite> {
    let [_, BootstrapArgument::Handle(kind, body), ..] = &site.arguments[..] else { return None };
    let interface = site.descriptor.rsplit_once(")L")?.1.trim_end_matches(';').to_owned();
    let (method, kind, body) = (site.name.clone(), *kind, body.clone());
    (site.bootstrap.class == LAMBDAS).then_some(LambdaSite { interface, method, kind, body })
}
