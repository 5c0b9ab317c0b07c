//! The same cell, but it is published without release: under PSO a thread finds a value that is not made yet.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::thread;

struct OnceCell {
    made: AtomicBool,
    lock: Mutex<()>,
    port: UnsafeCell<u16>,
}

unsafe impl Sync for OnceCell {}

impl OnceCell {
    fn get(&self) -> u16 {
        if !self.made.load(Ordering::Acquire) {
            let _guard = self.lock.lock().unwrap();
            if !self.made.load(Ordering::Relaxed) {
                unsafe { *self.port.get() = 80 };
                self.made.store(true, Ordering::Relaxed);
            }
        }
        unsafe { *self.port.get() }
    }
}

static CELL: OnceCell =
    OnceCell { made: AtomicBool::new(false), lock: Mutex::new(()), port: UnsafeCell::new(0) };

fn main() {
    let other = thread::spawn(|| assert!(CELL.get() == 80));
    assert!(CELL.get() == 80);
    other.join().unwrap();
}
