//! Counts the memory in use, so that a memory limit can be kept.

#![allow(unsafe_code)] // An allocator can't be written without; every call is handed on to the system's unchanged.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering};

use mimalloc::MiMalloc;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator with a counter.
pub struct Counting;

/// The bytes that are allocated now.
pub fn in_use() -> u64 {
    IN_USE.load(Ordering::Relaxed) as u64
}

/// The most bytes that were in use at a time since the last reset.
pub fn peak() -> u64 {
    PEAK.load(Ordering::Relaxed) as u64
}

/// Forgets the peak: from now on it is what is in use now.
pub fn reset_peak() {
    PEAK.store(IN_USE.load(Ordering::Relaxed), Ordering::Relaxed);
}

fn grow(bytes: usize) {
    let now = IN_USE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    if now > PEAK.load(Ordering::Relaxed) {
        PEAK.fetch_max(now, Ordering::Relaxed);
    }
}

// SAFETY: memory comes from and goes back to the system's allocator with the layout that the caller gave.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        grow(new_size);
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { MiMalloc.realloc(pointer, layout, new_size) }
    }
}
