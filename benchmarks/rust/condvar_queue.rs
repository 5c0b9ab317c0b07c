//! A mailbox: the sender takes the lock only if it sees that the receiver sleeps.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

struct Mailbox {
    letter: AtomicU32,
    sleeping: AtomicBool,
    lock: Mutex<()>,
    arrived: Condvar,
}

impl Mailbox {
    fn send(&self, letter: u32) {
        self.letter.store(letter, Ordering::SeqCst);
        if self.sleeping.load(Ordering::SeqCst) {
            let _guard = self.lock.lock().unwrap();
            self.arrived.notify_one();
        }
    }

    fn receive(&self) -> u32 {
        let mut guard = self.lock.lock().unwrap();
        self.sleeping.store(true, Ordering::SeqCst);
        while self.letter.load(Ordering::SeqCst) == 0 {
            guard = self.arrived.wait(guard).unwrap();
        }
        self.letter.load(Ordering::Relaxed)
    }
}

static MAILBOX: Mailbox = Mailbox {
    letter: AtomicU32::new(0),
    sleeping: AtomicBool::new(false),
    lock: Mutex::new(()),
    arrived: Condvar::new(),
};

fn main() {
    let sender = thread::spawn(|| MAILBOX.send(7));
    assert!(MAILBOX.receive() == 7);
    sender.join().unwrap();
}
