//! The same entry without the fence: both threads may read that the other has not announced itself.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

static FLAG: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn try_enter(me: usize) -> bool {
    FLAG[me].store(true, Ordering::Relaxed);
    !FLAG[1 - me].load(Ordering::Relaxed)
}

fn visit(me: usize) {
    if try_enter(me) {
        assert!(INSIDE.fetch_add(1, Ordering::Relaxed) == 0);
    }
}

fn main() {
    thread::scope(|s| {
        s.spawn(|| visit(0));
        s.spawn(|| visit(1));
    });
}
