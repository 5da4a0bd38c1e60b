//! Objects that calls give: those that a method of the client or of a library makes, and those from elsewhere.

use std::rc::Rc;

use etiquette_java::class::Invocation;
use etiquette_java::descriptor::MethodDescriptor;

use crate::analysis::Birth;
use crate::body::Body;
use crate::calls::CallSite;
use crate::finding::{Place, Step};
use crate::frame::Frame;
use crate::protocol::States;
use crate::state::{Facts, Known, Path, Phase, Situation};

impl Frame<'_, '_> {
    /// Objects that a call gives: those that the method makes, if its code is known, else any.
    pub(crate) fn bear_result(&mut self, site: &CallSite<'_>, situation: &Situation) {
        for birth in self.births_of(site, situation) {
            let mut born = situation.clone();
            born.learn(&birth.facts);
            born.facts.answers.clear();
            born.facts.path_in_doubt |= situation.facts.path_in_doubt;
            born.path = birth.path;
            let result = site.result.map_or(usize::MAX, |register| usize::from(register.0));
            born.set(result, Known::Followed, 0);
            self.go_on(site.offset, born);
        }
    }

    /// The object that a static method makes which is a call of the interface.
    fn made_by_factory(&mut self, site: &CallSite<'_>, situation: &Situation) -> Option<Vec<Birth>> {
        let protocol = self.analysis.protocol;
        let is_meant = site.kind == Invocation::Static && site.member.class == protocol.class;
        let descriptor: MethodDescriptor = site.member.descriptor.parse().ok().filter(|_| is_meant)?;
        let calls = protocol.factories(&site.member.name, &descriptor);
        let event = self.call_name(*calls.first()?);
        let mut unmade = situation.clone();
        unmade.facts.phase = Phase::In(protocol.unmade());
        let (_, outcomes) = self.judged(site, &descriptor, &calls, &mut unmade);
        let step = Step { event, place: Place::new(&self.body, site.offset) };
        let born = |states: States| {
            let facts = Facts { phase: Phase::In(states), ..unmade.facts.clone() };
            Birth { facts, path: unmade.path.with(step.clone()) }
        };
        Some(outcomes.into_values().map(born).collect())
    }

    fn births_of(&mut self, site: &CallSite<'_>, situation: &Situation) -> Vec<Birth> {
        if let Some(made) = self.made_by_factory(site, situation) {
            return made;
        }
        if let Some(targets) = self.analysis.client.targets(site.kind, site.member) {
            let client = self.analysis.client;
            let bodies: Vec<Rc<Body>> =
                targets.iter().filter_map(|(class, index)| client.body(class, *index)).collect();
            let mut births: Vec<Birth> = bodies.iter().flat_map(|body| self.analysis.births(body)).collect();
            if bodies.len() < targets.len() {
                let relation = self.analysis.relation(site.result_type());
                births.extend(self.analysis.unknown_birth(relation));
            }
            births.iter_mut().for_each(|birth| birth.facts.path_in_doubt |= targets.len() > 1);
            return births;
        }
        let exact = site.receiver().and_then(|register| match situation.get(register) {
            Known::New(class, _) => Some(class),
            _ => None,
        });
        let factory = self.analysis.factory(exact.as_deref(), site.member);
        if let Some(births) = factory.map(|body| self.analysis.births(&body)).filter(|births| !births.is_empty()) {
            return births.into_iter().map(|birth| self.made_at(site, birth)).collect();
        }
        let relation = self.analysis.relation(site.result_type());
        self.assume(
            "an object that a method is given, or gets from another method, is not used by others meanwhile".into(),
        );
        self.analysis.unknown_birth(relation)
    }

    /// An object that a library makes, as if it were made at the call: a client's reader has no source of the library.
    fn made_at(&self, site: &CallSite<'_>, birth: Birth) -> Birth {
        let place = Place::new(&self.body, site.offset);
        let steps = birth.path.steps().into_iter().map(|step| Step { place: place.clone(), ..step });
        Birth { path: steps.fold(Path::default(), |path, step| path.with(step)), ..birth }
    }
}
