//! A barrier that may be used again: the last thread of a round turns the sense around.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

struct Barrier {
    missing: AtomicU32,
    sense: AtomicBool,
    total: UnsafeCell<u32>,
}

unsafe impl Sync for Barrier {}

impl Barrier {
    fn wait(&self, sense: bool, amount: u32) -> u32 {
        if self.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
            unsafe { *self.total.get() = amount };
            self.missing.store(2, Ordering::Relaxed);
            self.sense.store(sense, Ordering::Release);
        } else {
            while self.sense.load(Ordering::Acquire) != sense {}
        }
        unsafe { *self.total.get() }
    }
}

static BARRIER: Barrier =
    Barrier { missing: AtomicU32::new(2), sense: AtomicBool::new(false), total: UnsafeCell::new(0) };

fn main() {
    let other = thread::spawn(|| assert!(BARRIER.wait(true, 3) == 3));
    assert!(BARRIER.wait(true, 3) == 3);
    other.join().unwrap();
}
