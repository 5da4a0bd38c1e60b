//! A first look at the constant pool: where it ends, the names in it, and which constants are computed at run time.

use super::cursor::Cursor;

/// What the trimming pass needs to know of a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PoolEntry<'a> {
    /// Text, in the class file's encoding.
    Utf8(&'a [u8]),
    /// A constant that a bootstrap method computes.
    Dynamic,
    /// Any other constant, or the unused second half of a `long` or `double`.
    Other,
}

/// Reads over the constant pool. Index 0 is unused.
pub(super) fn scan_pool<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<PoolEntry<'a>>, String> {
    let count = usize::from(cursor.u16()?);
    let mut entries = vec![PoolEntry::Other];
    while entries.len() < count {
        let tag = cursor.u8()?;
        entries.push(entry(tag, cursor)?);
        if is_wide(tag) {
            entries.push(PoolEntry::Other);
        }
    }
    match entries.len() {
        length if length == count.max(1) => Ok(entries),
        _ => Err("the last constant takes two entries, of which one lies outside the constant pool".to_owned()),
    }
}

/// Whether the constant is a `long` or `double`, which takes two entries.
fn is_wide(tag: u8) -> bool {
    matches!(tag, 5 | 6)
}

fn entry<'a>(tag: u8, cursor: &mut Cursor<'a>) -> Result<PoolEntry<'a>, String> {
    if tag == 1 {
        let length = cursor.u16()?;
        return Ok(PoolEntry::Utf8(cursor.take(length.into())?));
    }
    cursor.take(size(tag)?)?;
    Ok(if tag == 17 { PoolEntry::Dynamic } else { PoolEntry::Other })
}

/// The size of a constant after its tag (JVM specification 4.4).
fn size(tag: u8) -> Result<usize, String> {
    match tag {
        7 | 8 | 16 | 19 | 20 => Ok(2),
        15 => Ok(3),
        3 | 4 | 9..=12 | 17 | 18 => Ok(4),
        5 | 6 => Ok(8),
        _ => Err(format!("unknown kind of constant {tag} in the constant pool")),
    }
}
