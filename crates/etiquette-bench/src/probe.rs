//! How a suite learns how much memory a measurement took: whoever owns the allocator tells.

/// The result of some work and the most bytes that it had in use at a time, without what was in use before. Without a
/// probe, memory is not measured.
pub(crate) fn with_peak<T>(probe: Option<&dyn Probe>, work: impl FnOnce() -> T) -> (T, Option<u64>) {
    let before = probe.map(|probe| {
        probe.reset_peak();
        probe.peak()
    });
    let result = work();
    (result, probe.zip(before).map(|(probe, before)| probe.peak().saturating_sub(before)))
}

/// Watches the memory of the process.
pub trait Probe {
    /// Forgets the peak: from now on it is what is in use now.
    fn reset_peak(&self);

    /// The most bytes that were in use at a time since the last reset.
    fn peak(&self) -> u64;
}
