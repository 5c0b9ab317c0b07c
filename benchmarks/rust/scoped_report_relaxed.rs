//! As scoped_report.rs, but the flag is stored relaxed: it may be seen before the total.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

struct Report {
    total: AtomicU32,
    ready: AtomicBool,
}

fn main() {
    let report = Report {
        total: AtomicU32::new(0),
        ready: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            report.total.store(12, Ordering::Relaxed);
            report.ready.store(true, Ordering::Relaxed);
        });
        scope.spawn(|| {
            if report.ready.load(Ordering::Acquire) {
                assert_eq!(report.total.load(Ordering::Relaxed), 12);
            }
        });
    });
}
