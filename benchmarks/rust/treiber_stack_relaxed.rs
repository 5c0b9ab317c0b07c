//! The same stack, but the push does not release: under PSO another thread reaches a node before its value.
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(null_mut());

fn push(value: u32) {
    let next = HEAD.load(Ordering::Relaxed);
    let node = Box::into_raw(Box::new(Node { value, next }));
    HEAD.store(node, Ordering::Relaxed);
}

fn pop() -> Option<u32> {
    let mut top = HEAD.load(Ordering::Acquire);
    while !top.is_null() {
        let next = unsafe { (*top).next };
        match HEAD.compare_exchange(top, next, Ordering::Acquire, Ordering::Acquire) {
            Ok(node) => return Some(unsafe { (*node).value }),
            Err(now) => top = now,
        }
    }
    None
}

fn main() {
    let popper = thread::spawn(|| {
        if let Some(value) = pop() {
            assert!(value == 1);
        }
    });
    push(1);
    popper.join().unwrap();
}
