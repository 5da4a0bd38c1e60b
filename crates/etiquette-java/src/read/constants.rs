//! Constants, references to members and bootstrap methods, from `cafebabe`'s form into ours.

use cafebabe::attributes::{AttributeData, AttributeInfo, BootstrapMethodEntry};
use cafebabe::constant_pool::{
    BootstrapArgument as CafeArgument, LiteralConstant, Loadable, MemberRef, MethodHandle, NameAndType, ReferenceKind,
};

use crate::class::{BootstrapArgument, Constant, Dynamic, Instruction, Invocation, Member};

/// The bootstrap methods of a class.
pub(super) struct Bootstraps {
    methods: Vec<(Member, Vec<BootstrapArgument>)>,
}

impl Bootstraps {
    /// Those of the class's attributes. Arguments at the given places (method, argument) are computed at run time.
    pub(super) fn read(attributes: &[AttributeInfo], computed: &[(usize, usize)]) -> Bootstraps {
        let mut methods: Vec<_> = entries(attributes).iter().map(bootstrap_method).collect();
        for (method, argument) in computed {
            if let Some(place) = methods.get_mut(*method).and_then(|(_, arguments)| arguments.get_mut(*argument)) {
                *place = BootstrapArgument::Constant(Constant::Other);
            }
        }
        Bootstraps { methods }
    }

    /// The call site or constant with a name and type that a bootstrap method links.
    pub(super) fn link(&self, index: u16, site: &NameAndType) -> Result<Dynamic, String> {
        let (bootstrap, arguments) =
            self.methods.get(usize::from(index)).ok_or_else(|| format!("there is no bootstrap method {index}"))?;
        Ok(Dynamic {
            name: site.name.to_string(),
            descriptor: site.descriptor.to_string(),
            bootstrap: bootstrap.clone(),
            arguments: arguments.clone(),
        })
    }

    /// What `ldc` and `ldc2_w` do. A constant that is computed at run time is a call without arguments.
    pub(super) fn load(&self, loadable: &Loadable) -> Result<Instruction, String> {
        let constant = match loadable {
            Loadable::LiteralConstant(literal) => literal_constant(literal),
            Loadable::ClassInfo(name) => Constant::Class(name.to_string()),
            Loadable::MethodHandle(_) | Loadable::MethodType(_) => Constant::Other,
            Loadable::Dynamic(dynamic) => {
                let mut site = self.link(dynamic.attr_index, &dynamic.name_and_type)?;
                site.descriptor.insert_str(0, "()");
                return Ok(Instruction::InvokeDynamic(Box::new(site)));
            }
        };
        Ok(Instruction::Constant(constant))
    }
}

fn entries<'a, 'b>(attributes: &'b [AttributeInfo<'a>]) -> &'b [BootstrapMethodEntry<'a>] {
    let found = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(entries) => Some(entries.as_slice()),
        _ => None,
    });
    found.unwrap_or_default()
}

fn bootstrap_method(entry: &BootstrapMethodEntry) -> (Member, Vec<BootstrapArgument>) {
    (handle_member(&entry.method), entry.arguments.iter().map(bootstrap_argument).collect())
}

fn bootstrap_argument(argument: &CafeArgument) -> BootstrapArgument {
    match argument {
        CafeArgument::LiteralConstant(literal) => BootstrapArgument::Constant(literal_constant(literal)),
        CafeArgument::ClassInfo(name) => BootstrapArgument::Constant(Constant::Class(name.to_string())),
        CafeArgument::MethodType(descriptor) => BootstrapArgument::MethodType(descriptor.to_string()),
        CafeArgument::MethodHandle(handle) => match invocation(handle.kind) {
            Some(invocation) => BootstrapArgument::Handle(invocation, handle_member(handle)),
            None => BootstrapArgument::Constant(Constant::Other),
        },
    }
}

/// How a method handle calls; `None` if it reads or writes a field.
fn invocation(kind: ReferenceKind) -> Option<Invocation> {
    match kind {
        ReferenceKind::InvokeVirtual => Some(Invocation::Virtual),
        ReferenceKind::InvokeStatic => Some(Invocation::Static),
        ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => Some(Invocation::Special),
        ReferenceKind::InvokeInterface => Some(Invocation::Interface),
        ReferenceKind::GetField | ReferenceKind::GetStatic | ReferenceKind::PutField | ReferenceKind::PutStatic => None,
    }
}

fn handle_member(handle: &MethodHandle) -> Member {
    member_of(&handle.class_name, &handle.member_ref)
}

/// A field or method that an instruction names.
pub(super) fn member(reference: &MemberRef) -> Member {
    member_of(&reference.class_name, &reference.name_and_type)
}

fn member_of(class: &str, name_and_type: &NameAndType) -> Member {
    Member {
        class: class.to_owned(),
        name: name_and_type.name.to_string(),
        descriptor: name_and_type.descriptor.to_string(),
    }
}

/// A number or string. A string with half a surrogate pair has no Rust form: it is not looked into.
pub(super) fn literal_constant(literal: &LiteralConstant) -> Constant {
    match literal {
        LiteralConstant::Integer(value) => Constant::Int(*value),
        LiteralConstant::Long(value) => Constant::Long(*value),
        LiteralConstant::Float(value) => Constant::Float(*value),
        LiteralConstant::Double(value) => Constant::Double(*value),
        LiteralConstant::String(value) => Constant::String(value.to_string()),
        LiteralConstant::StringBytes(_) => Constant::Other,
    }
}
