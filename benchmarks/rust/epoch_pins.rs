use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

struct Shared {
    epoch: AtomicUsize,
    pinned: [AtomicUsize; 2],
    stop: AtomicBool,
    payload: AtomicUsize,
}

const IDLE: usize = usize::MAX;

impl Shared {
    fn pin(&self, who: usize) -> usize {
        let e = self.epoch.load(Ordering::Relaxed);
        self.pinned[who].store(e, Ordering::SeqCst);
        STEPS.with(|s| s.set(s.get() + 1));
        e
    }

    fn unpin(&self, who: usize) {
        self.pinned[who].store(IDLE, Ordering::Release);
    }

    fn retire(&self) -> bool {
        self.stop.store(true, Ordering::SeqCst);
        let idle = self.pinned.iter().all(|p| p.load(Ordering::SeqCst) == IDLE);
        if idle {
            self.payload.store(0, Ordering::Relaxed);
        }
        idle
    }
}

fn main() {
    let shared = Arc::new(Shared {
        epoch: AtomicUsize::new(0),
        pinned: [AtomicUsize::new(IDLE), AtomicUsize::new(IDLE)],
        stop: AtomicBool::new(false),
        payload: AtomicUsize::new(5),
    });
    let readers: Vec<_> = (0..1)
        .map(|who| {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("reader-{who}"))
                .spawn(move || {
                    shared.pin(who);
                    if !shared.stop.load(Ordering::SeqCst) {
                        let p = shared.payload.load(Ordering::Relaxed);
                        assert_eq!(p, 5, "payload used after it was retired");
                    }
                    shared.unpin(who);
                    STEPS.with(|s| s.get())
                })
                .unwrap()
        })
        .collect();
    let retired = shared.retire();
    for r in readers {
        assert_eq!(r.join().unwrap(), 1);
    }
    if retired {
        assert_eq!(shared.payload.load(Ordering::Relaxed), 0);
    }
}
