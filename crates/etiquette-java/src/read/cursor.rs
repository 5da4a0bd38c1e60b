//! Big-endian numbers off a run of bytes; running out of bytes is an error value.

/// A place in a run of bytes.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// How many bytes have been taken.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Whether all bytes have been taken.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next bytes, so many of them.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| {
            format!("the file ends too early: {count} bytes are missing after byte {} of {}", self.at, self.bytes.len())
        })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// The next byte.
    pub(super) fn u8(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    /// The next two bytes as a number.
    pub(super) fn u16(&mut self) -> Result<u16, String> {
        let taken = self.take(2)?;
        Ok(u16::from_be_bytes([taken[0], taken[1]]))
    }

    /// The next four bytes as a number.
    pub(super) fn u32(&mut self) -> Result<u32, String> {
        let taken = self.take(4)?;
        Ok(u32::from_be_bytes([taken[0], taken[1], taken[2], taken[3]]))
    }

    /// The next four bytes as a signed number.
    pub(super) fn i32(&mut self) -> Result<i32, String> {
        self.u32().map(u32::cast_signed)
    }
}
