//! The same lock without the fence behind the odd sequence: under PSO a reader sees half of a write.
use std::sync::atomic::{fence, AtomicU32, Ordering};
use std::thread;

struct SeqLock {
    sequence: AtomicU32,
    x: AtomicU32,
    y: AtomicU32,
}

impl SeqLock {
    fn write(&self, value: u32) {
        let sequence = self.sequence.load(Ordering::Relaxed);
        self.sequence.store(sequence + 1, Ordering::Relaxed);
        self.x.store(value, Ordering::Relaxed);
        self.y.store(value, Ordering::Relaxed);
        self.sequence.store(sequence + 2, Ordering::Release);
    }

    fn try_read(&self) -> Option<(u32, u32)> {
        let before = self.sequence.load(Ordering::Acquire);
        if before & 1 == 1 {
            return None;
        }
        let pair = (self.x.load(Ordering::Relaxed), self.y.load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        (self.sequence.load(Ordering::Relaxed) == before).then_some(pair)
    }
}

static POSITION: SeqLock = SeqLock {
    sequence: AtomicU32::new(0),
    x: AtomicU32::new(0),
    y: AtomicU32::new(0),
};

fn main() {
    let writer = thread::spawn(|| POSITION.write(1));
    if let Some((x, y)) = POSITION.try_read() {
        assert!(x == y);
    }
    writer.join().unwrap();
}
