//! As mutex_log.rs, but the length is stored relaxed: a reader sees it before the last entry.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static LENGTH: AtomicUsize = AtomicUsize::new(0);
static LAST: AtomicUsize = AtomicUsize::new(0);

fn append(log: &Mutex<Vec<usize>>, entry: usize) {
    let mut entries = log.lock().unwrap();
    entries.push(entry);
    LAST.store(entry, Ordering::Relaxed);
    LENGTH.store(entries.len(), Ordering::Relaxed);
}

fn main() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let writer = {
        let log = Arc::clone(&log);
        thread::spawn(move || append(&log, 7))
    };
    if LENGTH.load(Ordering::Acquire) == 1 {
        assert_eq!(LAST.load(Ordering::Relaxed), 7);
    }
    writer.join().unwrap();
    assert_eq!(log.lock().unwrap().len(), 1);
}
