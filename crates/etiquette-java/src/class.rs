//! A class as the class file has it, with the constant pool resolved and the families of opcodes folded together.
//!
//! Names of classes are internal names (`java/util/ArrayList$Itr`), types are descriptors. Offsets are byte offsets in
//! the method's code.

/// A class or interface.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Class {
    /// The internal name.
    pub name: String,
    /// The internal name of the superclass; `None` for `java/lang/Object`.
    pub superclass: Option<String>,
    /// The internal names of the direct superinterfaces.
    pub interfaces: Vec<String>,
    /// The `ACC_` flags.
    pub access: Access,
    /// The fields that the class declares.
    pub fields: Vec<Field>,
    /// The methods that the class declares, constructors (`<init>`) and the initialiser (`<clinit>`) included.
    pub methods: Vec<Method>,
    /// The name of the source file.
    pub source_file: Option<String>,
    /// The major version of the class file.
    pub version: u16,
    /// The direct subclasses of a sealed class; empty where it is not sealed.
    pub permitted_subclasses: Vec<String>,
    /// The class whose nest it belongs to, if that is not its own.
    pub nest_host: Option<String>,
    /// The other classes of the nest, where it is the host: those that may use its private members, from Java 11 on.
    pub nest_members: Vec<String>,
    /// The flags of its declaration, where it is nested in another class: only these say whether it is private,
    /// protected or static.
    pub nested_access: Option<Access>,
}

impl Class {
    /// The position of its static initialiser, if it has one.
    pub fn initialiser(&self) -> Option<usize> {
        self.methods.iter().position(|method| method.name == "<clinit>")
    }

    /// The flags that its source declares it with.
    pub fn declared_access(&self) -> Access {
        self.nested_access.unwrap_or(self.access)
    }

    /// The names of its constants, if it is an enum class (not one constant's own class).
    pub fn enum_constants(&self) -> Option<Vec<String>> {
        if !self.access.has(Access::ENUM) || self.superclass.as_deref() != Some("java/lang/Enum") {
            return None;
        }
        let constants = self.fields.iter().filter(|field| field.access.has(Access::ENUM));
        Some(constants.map(|field| field.name.clone()).collect())
    }
}

/// The `ACC_` flags of a class, field or method, as the class file has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Access(pub u16);

#[allow(missing_docs)]
impl Access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ENUM: u16 = 0x4000;

    /// Whether all bits of the flag are set.
    pub fn has(self, flag: u16) -> bool {
        self.0 & flag == flag
    }

    /// The name of the method that first sets a field with these flags.
    pub fn initialiser(self) -> &'static str {
        if self.has(Access::STATIC) { "<clinit>" } else { "<init>" }
    }
}

/// A field.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub descriptor: String,
    /// Its flags.
    pub access: Access,
    /// The value of a `static final` field that the class file gives.
    pub constant: Option<Constant>,
}

/// A method.
#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its parameters and result: `(ILjava/lang/Object;)V`.
    pub descriptor: String,
    /// Its flags.
    pub access: Access,
    /// The classes of exceptions that it declares, by internal name.
    pub exceptions: Vec<String>,
    /// Its code; `None` for native and abstract methods.
    pub code: Option<Code>,
    /// The names of its parameters in the source, as far as the class file tells; without `this`.
    pub parameter_names: Vec<Option<String>>,
}

/// The code of a method.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// The number of local variable slots; `long` and `double` take two.
    pub max_locals: u16,
    /// The instructions in order, each with its offset.
    pub instructions: Vec<(u32, Instruction)>,
    /// The exception table, in order.
    pub handlers: Vec<Handler>,
    /// Where source lines begin: offset and line, sorted by offset.
    pub lines: Vec<(u32, u32)>,
}

impl Code {
    /// The source line of an offset.
    pub fn line(&self, offset: u32) -> Option<u32> {
        let after = self.lines.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).map(|index| self.lines[index].1)
    }
}

/// An entry of the exception table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The first offset that it covers.
    pub start: u32,
    /// One past the last offset that it covers.
    pub end: u32,
    /// Where it continues.
    pub target: u32,
    /// The class of exceptions that it takes; `None`: all.
    pub catch: Option<String>,
}

/// The kinds of value that the stack and the local variables hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// Whether a value takes two stack or local variable slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

/// The types of array elements, as far as instructions tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Element {
    /// `byte` and `boolean`.
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    String(String),
    /// A class, by internal name or array descriptor.
    Class(String),
    /// A method handle, method type or dynamically computed constant: not looked into.
    Other,
}

/// Arithmetic on two operands of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    ShiftLeft,
    /// Arithmetic.
    ShiftRight,
    /// Logical.
    ShiftRightUnsigned,
}

/// The conditions of conditional jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

impl Condition {
    /// Whether it holds of two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Condition::Equal => left == right,
            Condition::NotEqual => left != right,
            Condition::Less => left < right,
            Condition::GreaterOrEqual => left >= right,
            Condition::Greater => left > right,
            Condition::LessOrEqual => left <= right,
        }
    }
}

/// The numeric types that conversions lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Numeric {
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// A field or method of a class, by name and type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The class or array type that the reference names, which need not be the one that declares the member.
    pub class: String,
    /// The member's name.
    pub name: String,
    /// The member's type.
    pub descriptor: String,
}

impl Member {
    /// Its class and name as the language writes them: `java.lang.String.length`.
    pub fn dotted(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.name)
    }
}

/// How a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Invocation {
    Virtual,
    /// Constructors, private methods and `super` calls: no dispatch.
    Special,
    Static,
    Interface,
}

/// An argument of a bootstrap method.
#[derive(Clone, PartialEq, Debug)]
pub enum BootstrapArgument {
    /// A plain constant.
    Constant(Constant),
    /// A method handle: how it calls, and what.
    Handle(Invocation, Member),
    /// A method type, by descriptor.
    MethodType(String),
}

/// A call site whose target is linked at run time: string concatenation, lambdas, pattern switches.
#[derive(Clone, PartialEq, Debug)]
pub struct Dynamic {
    /// The name that the bootstrap method is given.
    pub name: String,
    /// The type of the call site.
    pub descriptor: String,
    /// The bootstrap method.
    pub bootstrap: Member,
    /// Its further arguments.
    pub arguments: Vec<BootstrapArgument>,
}

/// An instruction. Jump targets are offsets.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Instruction {
    Nop,
    Constant(Constant),
    Load(Kind, u16),
    Store(Kind, u16),
    ArrayLoad(Element),
    ArrayStore(Element),
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Arithmetic(Operation, Kind),
    Negate(Kind),
    /// Adds a constant to an `int` variable.
    Increment(u16, i32),
    Convert(Kind, Numeric),
    /// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`: -1, 0 or 1; `nan_is_greater` for the `g` versions.
    Compare {
        kind: Kind,
        nan_is_greater: bool,
    },
    /// Compares an `int` with zero.
    IfZero(Condition, u32),
    /// Compares two `int`s.
    IfInts(Condition, u32),
    /// Compares two references; jumps if they are the same object (or not, for `false`).
    IfSame(bool, u32),
    /// Jumps if a reference is null (or not, for `false`).
    IfNull(bool, u32),
    Goto(u32),
    /// Subroutines of class files before version 51.
    JumpSubroutine(u32),
    ReturnSubroutine(u16),
    /// `tableswitch` and `lookupswitch`: keys with targets, and the default.
    Switch(Vec<(i32, u32)>, u32),
    Return(Option<Kind>),
    GetStatic(Member),
    PutStatic(Member),
    GetField(Member),
    PutField(Member),
    Invoke(Invocation, Member),
    InvokeDynamic(Box<Dynamic>),
    New(String),
    /// A new array, by the descriptor of its type, with lengths for so many dimensions.
    NewArray(String, u8),
    ArrayLength,
    Throw,
    /// Class by internal name, or array type by descriptor.
    CheckCast(String),
    InstanceOf(String),
    MonitorEnter,
    MonitorExit,
}

/// The package that a class is in, by their internal names; empty for the unnamed one.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The class that a class is nested in, and that is itself nested in none: `java/util/Map` for `java/util/Map$Entry`.
pub fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}
