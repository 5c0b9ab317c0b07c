// Each thread raises its flag and enters if the flag of the other thread is down. Both threads may be inside at once
// on a machine with store buffers: release and acquire do not order a store before a later load.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

static FLAGS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn enter(own: usize) {
    FLAGS[own].store(true, Ordering::Release);
    if !FLAGS[1 - own].load(Ordering::Acquire) {
        assert_eq!(INSIDE.fetch_add(1, Ordering::Relaxed), 0);
        INSIDE.fetch_sub(1, Ordering::Relaxed);
    }
}

fn main() {
    let other = thread::spawn(|| enter(1));
    enter(0);
    other.join().unwrap();
}
