//! The same lock, but it is given back without release: under PSO the next thread misses a ticket.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

struct TicketLock {
    next: AtomicU32,
    serving: AtomicU32,
    sold: UnsafeCell<u32>,
}

unsafe impl Sync for TicketLock {}

impl TicketLock {
    fn sell(&self) {
        let mine = self.next.fetch_add(1, Ordering::Relaxed);
        while self.serving.load(Ordering::Acquire) != mine {}
        unsafe { *self.sold.get() += 1 };
        self.serving.store(mine + 1, Ordering::Relaxed);
    }
}

fn main() {
    let lock =
        Arc::new(TicketLock { next: AtomicU32::new(0), serving: AtomicU32::new(0), sold: UnsafeCell::new(0) });
    let other = thread::spawn({
        let lock = Arc::clone(&lock);
        move || lock.sell()
    });
    lock.sell();
    other.join().unwrap();
    assert!(unsafe { *lock.sold.get() } == 2);
}
