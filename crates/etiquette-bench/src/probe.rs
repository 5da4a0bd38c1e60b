//! How a suite learns how much memory a measurement took: whoever owns the allocator tells.

/// Watches the memory of the process.
pub trait Probe {
    /// Forgets the peak: from now on it is what is in use now.
    fn reset_peak(&self);

    /// The most bytes that were in use at a time since the last reset.
    fn peak(&self) -> u64;
}
