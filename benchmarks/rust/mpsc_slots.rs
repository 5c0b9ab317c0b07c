//! Several producers, one consumer: a producer claims a slot, fills it and marks it as full.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

struct Slot {
    full: AtomicBool,
    value: UnsafeCell<u32>,
}

struct Channel {
    claimed: AtomicUsize,
    slots: [Slot; 2],
}

unsafe impl Sync for Channel {}

impl Channel {
    fn send(&self, value: u32) {
        let slot = &self.slots[self.claimed.fetch_add(1, Ordering::Relaxed)];
        unsafe { *slot.value.get() = value };
        slot.full.store(true, Ordering::Release);
    }

    fn try_receive(&self, i: usize) -> Option<u32> {
        let slot = &self.slots[i];
        if slot.full.load(Ordering::Acquire) {
            Some(unsafe { *slot.value.get() })
        } else {
            None
        }
    }
}

const EMPTY: Slot = Slot { full: AtomicBool::new(false), value: UnsafeCell::new(0) };
static CHANNEL: Channel = Channel { claimed: AtomicUsize::new(0), slots: [EMPTY, EMPTY] };

fn main() {
    let a = thread::spawn(|| CHANNEL.send(1));
    let b = thread::spawn(|| CHANNEL.send(2));
    for i in 0..2 {
        if let Some(value) = CHANNEL.try_receive(i) {
            assert!(value != 0);
        }
    }
    a.join().unwrap();
    b.join().unwrap();
}
