//! As arc_slot.rs, but the flag is stored relaxed: it may be seen before the value.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

struct Slot {
    value: UnsafeCell<u64>,
    full: AtomicBool,
}

unsafe impl Sync for Slot {}

impl Slot {
    fn fill(&self, value: u64) {
        unsafe { *self.value.get() = value };
        self.full.store(true, Ordering::Relaxed);
    }

    fn take(&self) -> Option<u64> {
        if !self.full.load(Ordering::Acquire) {
            return None;
        }
        Some(unsafe { *self.value.get() })
    }
}

fn main() {
    let slot = Arc::new(Slot {
        value: UnsafeCell::new(0),
        full: AtomicBool::new(false),
    });
    let writer = {
        let slot = Arc::clone(&slot);
        thread::spawn(move || slot.fill(7))
    };
    if let Some(value) = slot.take() {
        assert_eq!(value, 7, "the value comes before the flag");
    }
    writer.join().unwrap();
}
