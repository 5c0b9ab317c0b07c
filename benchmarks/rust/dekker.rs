//! The entry of Dekker's algorithm: of two threads that announce themselves and look at the other, at most one goes on.
use std::sync::atomic::{fence, AtomicBool, AtomicU32, Ordering};
use std::thread;

static FLAG: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn try_enter(me: usize) -> bool {
    FLAG[me].store(true, Ordering::Relaxed);
    fence(Ordering::SeqCst);
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
