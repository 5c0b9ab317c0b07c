//! A thread parks until there is work. The waker looks whether there is anybody to wake.
use std::sync::atomic::{fence, AtomicBool, Ordering};
use std::thread;

static WORK: AtomicBool = AtomicBool::new(false);
static PARKED: AtomicBool = AtomicBool::new(false);

fn sleep_until_work() {
    PARKED.store(true, Ordering::Release);
    fence(Ordering::SeqCst);
    while !WORK.load(Ordering::Acquire) {
        thread::park();
    }
}

fn main() {
    let worker = thread::spawn(sleep_until_work);
    WORK.store(true, Ordering::Release);
    fence(Ordering::SeqCst);
    if PARKED.load(Ordering::Acquire) {
        worker.thread().unpark();
    }
    worker.join().unwrap();
}
