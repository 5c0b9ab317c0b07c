//! The same ring, but the index does not release: under PSO the consumer sees the index before the slot.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const SIZE: usize = 2;

struct Ring {
    slots: [UnsafeCell<u32>; SIZE],
    head: AtomicUsize,
    tail: AtomicUsize,
}

unsafe impl Sync for Ring {}

impl Ring {
    fn push(&self, value: u32) -> bool {
        let tail = self.tail.load(Ordering::Relaxed);
        if tail - self.head.load(Ordering::Acquire) == SIZE {
            return false;
        }
        unsafe { *self.slots[tail % SIZE].get() = value };
        self.tail.store(tail + 1, Ordering::Relaxed);
        true
    }

    fn pop(&self) -> Option<u32> {
        let head = self.head.load(Ordering::Relaxed);
        if head == self.tail.load(Ordering::Acquire) {
            return None;
        }
        let value = unsafe { *self.slots[head % SIZE].get() };
        self.head.store(head + 1, Ordering::Release);
        Some(value)
    }
}

static RING: Ring = Ring {
    slots: [UnsafeCell::new(0), UnsafeCell::new(0)],
    head: AtomicUsize::new(0),
    tail: AtomicUsize::new(0),
};

fn main() {
    let producer = thread::spawn(|| {
        RING.push(10);
        RING.push(20);
    });
    if let Some(value) = RING.pop() {
        assert!(value == 10);
    }
    producer.join().unwrap();
}
