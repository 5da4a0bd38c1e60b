//! Cuts a class file down to the attributes that are read, before `cafebabe` sees it.
//!
//! What is dropped (annotations, stack maps, signatures…) can then neither cost time nor make a class unreadable, and
//! nothing that nests is left: `cafebabe` recurses into annotations and records as deeply as the file says. Bootstrap
//! arguments that are themselves computed at run time, which `cafebabe` refuses, are replaced, and their places noted.

use super::code_shape::check_shape;
use super::cursor::Cursor;
use super::pool::{PoolEntry, scan_pool};

/// The class file versions that are read: JDK 1.0.2 to JDK 25.
pub(super) const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;

const CLASS_ATTRIBUTES: &[&str] =
    &["SourceFile", "BootstrapMethods", "PermittedSubclasses", "NestHost", "NestMembers", "InnerClasses"];
const FIELD_ATTRIBUTES: &[&str] = &["ConstantValue"];
const METHOD_ATTRIBUTES: &[&str] = &["Code", "Exceptions", "MethodParameters"];
const CODE_ATTRIBUTES: &[&str] = &["LineNumberTable", "LocalVariableTable"];

/// A class file without what is not read.
pub(super) struct Trimmed {
    /// The class file.
    pub(super) bytes: Vec<u8>,
    /// Which arguments of which bootstrap methods were replaced, by index.
    pub(super) replaced_arguments: Vec<(usize, usize)>,
}

/// Cuts a class file down.
pub(super) fn trim(bytes: &[u8]) -> Result<Trimmed, String> {
    let mut cursor = Cursor::new(bytes);
    check_version(&mut cursor)?;
    let pool = scan_pool(&mut cursor)?;
    cursor.take(6)?;
    let interfaces = cursor.u16()?;
    cursor.take(2 * usize::from(interfaces))?;
    let mut trimmer = Trimmer { pool, output: bytes[..cursor.position()].to_vec(), replaced_arguments: Vec::new() };
    trimmer.members(&mut cursor, FIELD_ATTRIBUTES)?;
    trimmer.members(&mut cursor, METHOD_ATTRIBUTES)?;
    trimmer.attributes(&mut cursor, CLASS_ATTRIBUTES)?;
    if !cursor.is_at_end() {
        return Err(format!("{} bytes follow the end of the class", bytes.len() - cursor.position()));
    }
    Ok(Trimmed { bytes: trimmer.output, replaced_arguments: trimmer.replaced_arguments })
}

fn check_version(cursor: &mut Cursor) -> Result<(), String> {
    if cursor.take(4)? != [0xCA, 0xFE, 0xBA, 0xBE] {
        return Err("not a class file: it does not begin with CAFEBABE".to_owned());
    }
    let (_minor, major) = (cursor.u16()?, cursor.u16()?);
    match VERSIONS.contains(&major) {
        true => Ok(()),
        false => Err(format!(
            "class file version {major} is not supported; versions {} to {} (Java {}) are",
            VERSIONS.start(),
            VERSIONS.end(),
            VERSIONS.end() - 44
        )),
    }
}

struct Trimmer<'a> {
    pool: Vec<PoolEntry<'a>>,
    output: Vec<u8>,
    replaced_arguments: Vec<(usize, usize)>,
}

impl<'a> Trimmer<'a> {
    /// Fields or methods.
    fn members(&mut self, cursor: &mut Cursor<'a>, keep: &[&str]) -> Result<(), String> {
        let count = cursor.u16()?;
        self.output.extend(count.to_be_bytes());
        for _ in 0..count {
            self.output.extend(cursor.take(6)?);
            self.attributes(cursor, keep)?;
        }
        Ok(())
    }

    /// Those attributes that are to be kept.
    fn attributes(&mut self, cursor: &mut Cursor<'a>, keep: &[&str]) -> Result<(), String> {
        let count_at = self.reserve(2);
        let mut kept = 0_u16;
        for _ in 0..cursor.u16()? {
            kept += u16::from(self.attribute(cursor, keep)?);
        }
        self.output[count_at..count_at + 2].copy_from_slice(&kept.to_be_bytes());
        Ok(())
    }

    fn attribute(&mut self, cursor: &mut Cursor<'a>, keep: &[&str]) -> Result<bool, String> {
        let name_index = cursor.u16()?;
        let length = cursor.u32()?;
        let content = cursor.take(length as usize)?;
        let name = self.text(name_index)?;
        if !keep.iter().any(|kept| kept.as_bytes() == name) {
            return Ok(false);
        }
        self.output.extend(name_index.to_be_bytes());
        let length_at = self.reserve(4);
        self.content(name, content)?;
        let length = (self.output.len() - length_at - 4) as u32;
        self.output[length_at..length_at + 4].copy_from_slice(&length.to_be_bytes());
        Ok(true)
    }

    fn content(&mut self, name: &[u8], content: &'a [u8]) -> Result<(), String> {
        match name {
            b"Code" => self.code(content),
            b"BootstrapMethods" => self.bootstrap_methods(content),
            _ => {
                self.output.extend(content);
                Ok(())
            }
        }
    }

    fn code(&mut self, content: &'a [u8]) -> Result<(), String> {
        let mut cursor = Cursor::new(content);
        cursor.take(4)?;
        let length = cursor.u32()?;
        check_shape(cursor.take(length as usize)?)?;
        let handlers = cursor.u16()?;
        cursor.take(8 * usize::from(handlers))?;
        self.output.extend(&content[..cursor.position()]);
        self.attributes(&mut cursor, CODE_ATTRIBUTES)?;
        if cursor.is_at_end() { Ok(()) } else { Err("bytes follow the end of a method's code".to_owned()) }
    }

    fn bootstrap_methods(&mut self, content: &'a [u8]) -> Result<(), String> {
        let mut cursor = Cursor::new(content);
        let methods = cursor.u16()?;
        self.output.extend(methods.to_be_bytes());
        for method in 0..methods {
            self.bootstrap_method(method.into(), &mut cursor)?;
        }
        if cursor.is_at_end() { Ok(()) } else { Err("bytes follow the bootstrap methods".to_owned()) }
    }

    /// Puts the method's own handle in the place of arguments that are computed at run time: a handle is always a valid
    /// argument.
    fn bootstrap_method(&mut self, method: usize, cursor: &mut Cursor<'a>) -> Result<(), String> {
        let handle = cursor.u16()?;
        let arguments = cursor.u16()?;
        self.output.extend(handle.to_be_bytes());
        self.output.extend(arguments.to_be_bytes());
        for argument in 0..arguments {
            let mut constant = cursor.u16()?;
            if self.pool.get(usize::from(constant)) == Some(&PoolEntry::Dynamic) {
                self.replaced_arguments.push((method, argument.into()));
                constant = handle;
            }
            self.output.extend(constant.to_be_bytes());
        }
        Ok(())
    }

    fn text(&self, index: u16) -> Result<&'a [u8], String> {
        match self.pool.get(usize::from(index)) {
            Some(PoolEntry::Utf8(text)) => Ok(text),
            _ => Err(format!("constant {index}, the name of an attribute, is no text")),
        }
    }

    /// Makes room for a number that is written later; where it is.
    fn reserve(&mut self, bytes: usize) -> usize {
        let at = self.output.len();
        self.output.resize(at + bytes, 0);
        at
    }
}
