//! The same without fences: the work and the look at the sleeper change places, and the sleeper is not woken.
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static WORK: AtomicBool = AtomicBool::new(false);
static PARKED: AtomicBool = AtomicBool::new(false);

fn sleep_until_work() {
    PARKED.store(true, Ordering::Release);
    while !WORK.load(Ordering::Acquire) {
        thread::park();
    }
}

fn main() {
    let worker = thread::spawn(sleep_until_work);
    WORK.store(true, Ordering::Release);
    if PARKED.load(Ordering::Acquire) {
        worker.thread().unpark();
    }
    worker.join().unwrap();
}
