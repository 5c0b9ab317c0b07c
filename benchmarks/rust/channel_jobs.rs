//! A worker takes jobs from a channel and answers over another; a flag beside them says that the results are stored.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

static SUM: AtomicU32 = AtomicU32::new(0);
static STORED: AtomicBool = AtomicBool::new(false);

fn main() {
    let (jobs, inbox) = mpsc::channel::<u32>();
    let (outbox, done) = mpsc::sync_channel::<()>(1);
    let worker = thread::spawn(move || {
        let mut sum = 0;
        for job in inbox {
            sum += job;
        }
        SUM.store(sum, Ordering::Relaxed);
        STORED.store(true, Ordering::Release);
        outbox.send(()).unwrap();
    });
    jobs.send(3).unwrap();
    drop(jobs);
    if STORED.load(Ordering::Acquire) {
        assert_eq!(SUM.load(Ordering::Relaxed), 3, "stored too early");
    }
    done.recv().unwrap();
    assert_eq!(SUM.load(Ordering::Relaxed), 3);
    worker.join().unwrap();
}
