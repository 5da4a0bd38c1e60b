//! Which field or method a reference means, and which method a call on an object of a known class runs.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Found, Hierarchy, HierarchyError, OBJECT};
use crate::class::{Access, Class, Method, package_of};

type Lookup = Result<Option<Found>, HierarchyError>;

impl Hierarchy<'_> {
    /// The method that a reference to a class's or interface's method means (5.4.3.3, 5.4.3.4). Methods of arrays are
    /// those of `Object`.
    pub fn resolve_method(&self, class: &str, name: &str, descriptor: &str) -> Lookup {
        let class = self.load(if class.starts_with('[') { OBJECT } else { class }, None)?;
        let declared = match class.access.has(Access::INTERFACE) {
            true => self.interface_or_object_method(&class, name, descriptor)?,
            false => self.declared_in_superclasses(&class, name, descriptor)?,
        };
        match declared {
            Some(found) => Ok(Some(found)),
            None => self.superinterface_method(&class, name, descriptor, true),
        }
    }

    /// The method that runs when a method that is neither private nor static is called on an object of exactly this
    /// class (5.4.6). Where the reference resolves to a private method, that method itself runs; where to a
    /// package-private one, ask [`Self::select`].
    pub fn select_method(&self, class: &str, name: &str, descriptor: &str) -> Lookup {
        let class = self.load(if class.starts_with('[') { OBJECT } else { class }, None)?;
        for superclass in self.chain(&class.name) {
            let superclass = superclass?;
            if let Some(index) = find(&superclass, name, descriptor, is_virtual) {
                return Ok(Some((superclass, index)));
            }
        }
        self.superinterface_method(&class, name, descriptor, false)
    }

    /// The method that runs when a call that resolves to a method is made on an object of exactly this class (5.4.6).
    pub fn select(&self, class: &str, resolved: &Found) -> Lookup {
        let (declaring, index) = resolved;
        let method = &declaring.methods[*index];
        if !is_virtual(method) {
            return Ok(Some((Arc::clone(declaring), *index)));
        }
        if method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED) {
            return self.select_method(class, &method.name, &method.descriptor);
        }
        self.select_package_private(class, declaring, *index)
    }

    /// Only methods of the same package override a package-private method, or those that override such a one (5.4.5).
    fn select_package_private(&self, class: &str, declaring: &Arc<Class>, index: usize) -> Lookup {
        let method = &declaring.methods[index];
        let chain = self.superclasses(if class.starts_with('[') { OBJECT } else { class })?;
        let below = chain.iter().take_while(|superclass| superclass.name != declaring.name);
        let mut overriding: Vec<Found> = vec![(Arc::clone(declaring), index)];
        for subclass in below.collect::<Vec<_>>().into_iter().rev() {
            let Some(index) = find(subclass, &method.name, &method.descriptor, is_virtual) else { continue };
            if overriding.iter().any(|known| is_visible(known, subclass)) {
                overriding.push((Arc::clone(subclass), index));
            }
        }
        Ok(overriding.pop())
    }

    /// The field that a reference means (5.4.3.2): the class's own, then its superinterfaces', then its superclass's.
    pub fn resolve_field(&self, class: &str, name: &str, descriptor: &str) -> Lookup {
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut waiting = vec![(class.to_owned(), None)];
        while let Some((next, needed_by)) = waiting.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            let class = self.load(&next, needed_by.as_ref())?;
            if let Some(index) = field_index(&class, name, descriptor) {
                return Ok(Some((class, index)));
            }
            let supertypes = class.superclass.iter().chain(class.interfaces.iter().rev());
            waiting.extend(supertypes.map(|supertype| (supertype.clone(), Some(Arc::clone(&class)))));
        }
        Ok(None)
    }

    fn declared_in_superclasses(&self, class: &Arc<Class>, name: &str, descriptor: &str) -> Lookup {
        for superclass in self.chain(&class.name) {
            let superclass = superclass?;
            let index =
                signature_polymorphic(&superclass, name).or_else(|| find(&superclass, name, descriptor, |_| true));
            if let Some(index) = index {
                return Ok(Some((superclass, index)));
            }
        }
        Ok(None)
    }

    /// A method that an interface declares, or else a public method of `Object`, which every interface has.
    fn interface_or_object_method(&self, interface: &Arc<Class>, name: &str, descriptor: &str) -> Lookup {
        if let Some(index) = find(interface, name, descriptor, |_| true) {
            return Ok(Some((Arc::clone(interface), index)));
        }
        let object = self.load(OBJECT, Some(interface))?;
        let index = find(&object, name, descriptor, |method| is_virtual(method) && method.access.has(Access::PUBLIC));
        Ok(index.map(|index| (object, index)))
    }

    /// The only maximally specific method of the superinterfaces that is not abstract; if there is none, and abstract
    /// ones will do, any.
    fn superinterface_method(&self, class: &Arc<Class>, name: &str, descriptor: &str, abstract_too: bool) -> Lookup {
        let candidates = self.interface_candidates(class, name, descriptor)?;
        let mut specific = Vec::new();
        for candidate in &candidates {
            if !self.is_hidden(candidate, &candidates)? {
                specific.push(candidate);
            }
        }
        let mut concrete = specific.iter().filter(|(class, index)| !class.methods[*index].access.has(Access::ABSTRACT));
        match (concrete.next(), concrete.next()) {
            (Some(only), None) => Ok(Some((*only).clone())),
            _ if abstract_too => Ok(candidates.into_iter().next()),
            _ => Ok(None),
        }
    }

    /// The methods of a class's superinterfaces that a class can inherit, nearest first.
    fn interface_candidates(
        &self,
        class: &Arc<Class>,
        name: &str,
        descriptor: &str,
    ) -> Result<Vec<Found>, HierarchyError> {
        let interfaces = self.supertypes(&class.name)?.into_iter().filter(|found| found.access.has(Access::INTERFACE));
        let declared = interfaces.filter_map(|interface| {
            let index = find(&interface, name, descriptor, is_virtual)?;
            Some((interface, index))
        });
        Ok(declared.collect())
    }

    /// Whether another candidate is declared in a subinterface of this one's.
    fn is_hidden(&self, candidate: &Found, candidates: &[Found]) -> Result<bool, HierarchyError> {
        for (other, _) in candidates.iter().filter(|(other, _)| other.name != candidate.0.name) {
            if self.supertypes(&other.name)?.iter().any(|supertype| supertype.name == candidate.0.name) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The index of the method with a name and type, if it is of the right sort.
fn find(class: &Class, name: &str, descriptor: &str, fits: impl Fn(&Method) -> bool) -> Option<usize> {
    let is_it = |method: &Method| method.name == name && method.descriptor == descriptor && fits(method);
    class.methods.iter().position(is_it)
}

fn field_index(class: &Class, name: &str, descriptor: &str) -> Option<usize> {
    class.fields.iter().position(|field| field.name == name && field.descriptor == descriptor)
}

/// Whether a method takes part in overriding.
fn is_virtual(method: &Method) -> bool {
    !method.access.has(Access::STATIC) && !method.access.has(Access::PRIVATE)
}

/// Whether a method can be overridden in a class.
fn is_visible((declaring, index): &Found, from: &Class) -> bool {
    let access = declaring.methods[*index].access;
    access.has(Access::PUBLIC) || access.has(Access::PROTECTED) || package_of(&declaring.name) == package_of(&from.name)
}

/// The only method with the name, if it takes arguments of any type (2.9.3): `MethodHandle.invoke`, `VarHandle.get`.
fn signature_polymorphic(class: &Class, name: &str) -> Option<usize> {
    const VARARGS_NATIVE: u16 = 0x0080 | Access::NATIVE;
    if !matches!(class.name.as_str(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle") {
        return None;
    }
    let mut named = class.methods.iter().enumerate().filter(|(_, method)| method.name == name);
    let (index, only) = named.next().filter(|_| named.next().is_none())?;
    let any_arguments = only.descriptor.starts_with("([Ljava/lang/Object;)") && only.access.has(VARARGS_NATIVE);
    any_arguments.then_some(index)
}
