//! An Arc of our own for two owners: the first that goes steps back with a store, and the last reads what the other wrote.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Document {
    owners: AtomicUsize,
    words: UnsafeCell<u32>,
}

unsafe impl Sync for Document {}

static DOCUMENT: Document = Document { owners: AtomicUsize::new(2), words: UnsafeCell::new(0) };

struct Handle(&'static Document);

impl Drop for Handle {
    fn drop(&mut self) {
        if self.0.owners.load(Ordering::Acquire) == 2 {
            self.0.owners.store(1, Ordering::Release);
        }
    }
}

fn main() {
    let editor = thread::spawn(|| {
        let handle = Handle(&DOCUMENT);
        unsafe { *handle.0.words.get() = 3 };
    });
    if DOCUMENT.owners.load(Ordering::Acquire) == 1 {
        assert!(unsafe { *DOCUMENT.words.get() } == 3);
    }
    editor.join().unwrap();
}
