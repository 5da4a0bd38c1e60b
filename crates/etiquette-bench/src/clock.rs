//! The clock of all measurements: the processor time of this thread, so that other programs on a busy machine count
//! little.
//!
//! What is measured runs in one thread and waits for nothing, so that on an idle machine this is the time on the wall.

use std::time::Duration;

/// The processor time of this thread.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The processor time of all threads of this process since it began.
#[cfg(unix)]
pub fn of_process() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The same where only the time on the wall is known.
#[cfg(not(unix))]
pub fn of_process() -> Duration {
    now()
}

/// The time on the wall since the first call.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
