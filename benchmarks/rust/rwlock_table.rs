//! A table behind a RwLock, with a version that readers look at without the lock.
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::RwLock;
use std::thread;

static TABLE: RwLock<u32> = RwLock::new(0);
static LAST: AtomicU32 = AtomicU32::new(0);
static VERSION: AtomicU32 = AtomicU32::new(0);

fn append(row: u32) {
    let mut rows = TABLE.write().unwrap();
    *rows = row;
    LAST.store(row, Ordering::Relaxed);
    VERSION.store(1, Ordering::Release);
}

fn look() {
    if VERSION.load(Ordering::Acquire) == 1 {
        assert!(LAST.load(Ordering::Relaxed) == 5);
    }
    let rows = TABLE.read().unwrap();
    assert!(*rows == 0 || *rows == 5);
}

fn main() {
    let writer = thread::spawn(|| append(5));
    look();
    writer.join().unwrap();
}
