//! The same lock with release and acquire: both threads may read that the other does not want to enter.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static WANTS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static TURN: AtomicUsize = AtomicUsize::new(0);

struct Account(UnsafeCell<u32>);
unsafe impl Sync for Account {}
static BALANCE: Account = Account(UnsafeCell::new(0));

fn lock(me: usize) {
    let other = 1 - me;
    WANTS[me].store(true, Ordering::Release);
    TURN.store(other, Ordering::Release);
    while WANTS[other].load(Ordering::Acquire) && TURN.load(Ordering::Acquire) == other {}
}

fn unlock(me: usize) {
    WANTS[me].store(false, Ordering::Release);
}

fn deposit(me: usize) {
    lock(me);
    unsafe { *BALANCE.0.get() += 1 };
    unlock(me);
}

fn main() {
    let other = thread::spawn(|| deposit(1));
    deposit(0);
    other.join().unwrap();
    assert!(unsafe { *BALANCE.0.get() } == 2);
}
