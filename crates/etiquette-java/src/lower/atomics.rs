//! Reading, writing and comparing fields through handles: `VarHandle`, `Unsafe` with an offset, field updaters.
//!
//! Which field a handle means is seen where it is kept in a static final field whose initialiser asks for it by a
//! constant name. Then, on a tracked object, the call does to the field what its name says; all others stay calls that
//! are not followed.

use etiquette_component::Type;
use etiquette_logic::Term;

use super::Stop;
use super::calls::Call;
use super::definitions::definition;
use super::flow::{Flow, Point, Slot};
use super::heap::{FieldModel, ReferenceField};
use super::model::NULL;
use super::shape::{Identity, ObjectId, Shape};
use super::world::World;
use crate::class::{Access, Constant, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::descriptor::TypeDescriptor;

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const UNSAFE: [&str; 2] = ["jdk/internal/misc/Unsafe", "sun/misc/Unsafe"];
const UPDATERS: [&str; 3] = [
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
];

/// What a call does to a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Get,
    Set,
    CompareAndSet,
    /// May fail without a reason.
    WeakCompareAndSet,
    GetAndSet,
    GetAndAdd,
}

/// A field by the class that declares it and its name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FieldName {
    class: String,
    name: String,
}

/// A field of a tracked object.
type Place = (ObjectId, usize);

impl Flow<'_, '_> {
    /// Makes a call that accesses a field of a tracked object through a handle; any other call comes back as it was.
    pub fn atomic(&mut self, point: Point, call: &Call<'_>) -> Result<Option<Point>, Stop> {
        let Some((operation, place, values)) = self.field_access(&point, call) else { return Ok(Some(point)) };
        match (operation, values) {
            (Operation::Get, []) => {
                let Some(target) = call.result else { return Ok(Some(point)) };
                if let Some(point) = self.read_tracked(point, target, place.0, place.1) {
                    self.next(point);
                }
            }
            (Operation::Set, [value]) => {
                let mut point = point;
                self.write_tracked(&mut point, place.0, place.1, *value)?;
                self.next(point);
            }
            (Operation::CompareAndSet | Operation::WeakCompareAndSet, [expected, value]) => {
                self.compare_and_set(point, operation, place, (*expected, *value), call.result)?;
            }
            (Operation::GetAndSet | Operation::GetAndAdd, [value]) => {
                return self.exchange(point, operation, place, *value, call);
            }
            _ => return Ok(Some(point)),
        }
        Ok(None)
    }

    /// What the call does, to which field of a tracked object, and the registers with values.
    fn field_access<'a>(&self, point: &Point, call: &Call<'a>) -> Option<(Operation, Place, &'a [Register])> {
        let (member, class) = (call.member, call.member.class.as_str());
        let (handle, object, values) = match call.arguments {
            [_, object, offset, values @ ..] if UNSAFE.contains(&class) => (offset, object, values),
            [handle, object, values @ ..] if class == VAR_HANDLE || UPDATERS.contains(&class) => {
                (handle, object, values)
            }
            _ => return None,
        };
        let operation = operation(&member.name)?;
        let Some(Shape::Object(id)) = point.frame.get(*object) else { return None };
        let code = &self.contexts[point.context].code;
        let (_, Statement::Assign(_, Value::GetStatic(kept))) = definition(code, point.offset, *handle)? else {
            return None;
        };
        let field = self.world.field_of_handle(kept)?;
        let field = self.model.heap.objects[*id].field(&field.class, &field.name)?;
        let as_declared =
            !UNSAFE.contains(&class) || fits(&member.name, &self.model.heap.objects[*id].fields[field].model);
        as_declared.then_some((operation, (*id, field), values))
    }

    /// Writes a value if the field has another; the result says whether it had.
    fn compare_and_set(
        &mut self,
        mut point: Point,
        operation: Operation,
        (object, field): Place,
        (expected, value): (Register, Register),
        result: Option<Register>,
    ) -> Result<(), Stop> {
        let is_expected = self.is_expected(&mut point, (object, field), expected);
        let (same, other) = self.fork(point, is_expected);
        let mut failed: Vec<Point> = other.into_iter().collect();
        if let Some(same) = same {
            let mut written = same;
            if operation == Operation::WeakCompareAndSet {
                let (by_chance, rest) = self.choose(written);
                failed.push(by_chance);
                written = rest;
            }
            self.write_tracked(&mut written, object, field, value)?;
            self.go_on_with(written, result, true);
        }
        for point in failed {
            self.go_on_with(point, result, false);
        }
        Ok(())
    }

    fn go_on_with(&mut self, mut point: Point, result: Option<Register>, value: bool) {
        if let Some(target) = result {
            let value = self.terms().bool(value);
            self.set_bool(&mut point, target, value);
        }
        self.next(point);
    }

    /// Whether the field has a value. Which object a field holds is known only if it holds none.
    fn is_expected(&mut self, point: &mut Point, (object, field): Place, expected: Register) -> Term {
        let is_null = point.frame.get(expected) == Some(&Shape::Null);
        match self.model.heap.objects[object].fields[field].model.clone() {
            FieldModel::Number(binding) => {
                let (now, wanted) = (self.term(&binding), self.number(point, expected, binding.ty));
                self.terms().equal(now, wanted)
            }
            FieldModel::Enum(binding, class) | FieldModel::OnlyEnum(binding, class)
                if self.is_value_of(point, expected, &class) =>
            {
                let (now, wanted) = (self.term(&binding), self.enum_value(point, expected, &class));
                self.terms().equal(now, wanted)
            }
            FieldModel::Reference(ReferenceField { holds: binding, .. }) | FieldModel::Array { null: binding, .. }
                if is_null =>
            {
                let (now, nothing) = (self.term(&binding), self.constant(binding.ty, NULL));
                self.terms().equal(now, nothing)
            }
            _ => {
                self.left_open = "whether two references are to the same object".into();
                self.any(point, expected, Type::Bool)
            }
        }
    }

    /// Gives a field another value; the result is the one that it had.
    fn exchange(
        &mut self,
        mut point: Point,
        operation: Operation,
        (object, field): Place,
        value: Register,
        call: &Call<'_>,
    ) -> Result<Option<Point>, Stop> {
        let FieldModel::Number(binding) = self.model.heap.objects[object].fields[field].model.clone() else {
            if operation == Operation::GetAndAdd {
                return Ok(Some(point));
            }
            if let (Some(target), Some(ty)) = (call.result, call.result_type()) {
                point = self.read_before(point, target, (object, field), &ty);
            }
            self.write_tracked(&mut point, object, field, value)?;
            self.next(point);
            return Ok(None);
        };
        let given = self.number(&point, value, binding.ty);
        let before = self.symbol(point.context, value, Slot::Before, binding.ty);
        let now = self.term(&binding);
        let new = if operation == Operation::GetAndAdd { self.terms().add(now, given) } else { given };
        self.assign(&mut point, before, now);
        self.assign(&mut point, binding.symbol, new);
        if let Some(target) = call.result {
            let before = self.terms().symbol(before);
            self.set_number(&mut point, target, binding.ty, before);
        }
        self.next(point);
        Ok(None)
    }
}

impl Flow<'_, '_> {
    /// Reads what a field holds before it is given something else. Where it may hold tracked objects, only whether it
    /// holds any is known.
    fn read_before(&mut self, point: Point, target: Register, (object, field): Place, ty: &TypeDescriptor) -> Point {
        let mut point = point;
        match self.model.heap.objects[object].fields[field].model.clone() {
            FieldModel::Reference(ReferenceField { holds, class, .. }) => {
                let nullness = self.nullness_of(&holds);
                self.set_reference(&mut point, target, &class, Some(nullness), Identity::Anything);
            }
            FieldModel::Tracked { .. } | FieldModel::Handle(_) => self.set_any(&mut point, target, ty),
            _ => {
                let before = point.clone();
                return self.read_tracked(point, target, object, field).unwrap_or(before);
            }
        }
        point
    }
}

/// The types that methods of `Unsafe` have in their names.
const KINDS: [&str; 10] = ["Int", "Long", "Reference", "Object", "Boolean", "Byte", "Short", "Char", "Float", "Double"];

/// The name of a method without the mode of access, which makes no difference in one thread.
fn without_mode(name: &str) -> &str {
    const MODES: [&str; 5] = ["Volatile", "Opaque", "Acquire", "Release", "Plain"];
    MODES.iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name)
}

/// Whether a method of `Unsafe` takes a field for what it is, and not for other bits in its place.
fn fits(name: &str, field: &FieldModel) -> bool {
    let int = |width, signed| Type::Int { width, signed };
    let number = match KINDS.iter().find(|kind| without_mode(name).ends_with(*kind)).copied() {
        Some("Int") => int(32, true),
        Some("Long") => int(64, true),
        Some("Short") => int(16, true),
        Some("Char") => int(16, false),
        Some("Byte") => int(8, true),
        Some("Boolean") => Type::Bool,
        Some("Reference" | "Object") => return !matches!(field, FieldModel::Number(_) | FieldModel::Opaque),
        _ => return false,
    };
    matches!(field, FieldModel::Number(binding) if binding.ty == number)
}

/// What a method of a handle does, by its name.
fn operation(name: &str) -> Option<Operation> {
    let plain = without_mode(name);
    let plain = KINDS.iter().find_map(|kind| plain.strip_suffix(kind)).unwrap_or(plain);
    match plain {
        "get" => Some(Operation::Get),
        "set" | "put" | "lazySet" => Some(Operation::Set),
        "compareAndSet" | "compareAndSwap" => Some(Operation::CompareAndSet),
        "weakCompareAndSet" => Some(Operation::WeakCompareAndSet),
        "getAndSet" => Some(Operation::GetAndSet),
        "getAndAdd" => Some(Operation::GetAndAdd),
        _ => None,
    }
}

impl World<'_> {
    /// The field that a handle means, or an offset, which is kept in a static final field.
    fn field_of_handle(&self, kept: &Member) -> Option<FieldName> {
        let declaring = self.class(&self.declaring_class(&kept.class, &kept.name, &kept.descriptor)?)?;
        let field = declaring.fields.iter().find(|field| field.name == kept.name)?;
        let code = self.initialiser(&declaring)?;
        let is_set =
            |statement: &Statement| matches!(statement, Statement::PutStatic(member, _) if member.name == kept.name);
        let mut set = code.statements.iter().filter(|(_, statement)| is_set(statement));
        let (Some((offset, Statement::PutStatic(_, value))), None) = (set.next(), set.next()) else { return None };
        let (asked, statement) = definition(&code, *offset, *value)?;
        let Statement::Invoke { member, arguments, .. } = statement else { return None };
        let (class, name) = match (member.name.as_str(), &arguments[..]) {
            ("objectFieldOffset" | "findVarHandle", [_, class, name, ..]) => (class, name),
            ("newUpdater", [class, name]) | ("newUpdater", [class, _, name]) => (class, name),
            _ => return None,
        };
        let (Constant::Class(class), Constant::String(name)) =
            (constant(&code, asked, *class)?, constant(&code, asked, *name)?)
        else {
            return None;
        };
        field.access.has(Access::FINAL).then_some(FieldName { class, name })
    }
}

fn constant(code: &ThreeAddressCode, offset: u32, register: Register) -> Option<Constant> {
    match definition(code, offset, register)? {
        (_, Statement::Assign(_, Value::Constant(constant))) => Some(constant.clone()),
        _ => None,
    }
}
