use std::ptr::null_mut;
use std::sync::atomic::{fence, AtomicPtr, Ordering::*};
use std::thread;

struct Item {
    key: u32,
    value: u32,
}

static HEAD: AtomicPtr<Item> = AtomicPtr::new(null_mut());
static HAZARD: AtomicPtr<Item> = AtomicPtr::new(null_mut());

fn protect() -> *mut Item {
    let mut seen = HEAD.load(Relaxed);
    loop {
        HAZARD.store(seen, Release);
        fence(AcqRel);
        let now = HEAD.load(Acquire);
        if now == seen {
            return seen;
        }
        seen = now;
    }
}

fn read() -> Option<u32> {
    let item = protect();
    let found = unsafe { item.as_ref() }.map(|item| {
        assert_eq!(item.value, item.key + 100);
        item.value
    });
    HAZARD.store(null_mut(), Release);
    found
}

fn replace(item: Box<Item>) {
    let old = HEAD.swap(Box::into_raw(item), AcqRel);
    fence(SeqCst);
    if HAZARD.load(Acquire) != old {
        unsafe { drop(Box::from_raw(old)) };
    }
}

fn main() {
    HEAD.store(Box::into_raw(Box::new(Item { key: 1, value: 101 })), Relaxed);
    let reader = thread::spawn(read);
    let writer = thread::spawn(|| replace(Box::new(Item { key: 2, value: 102 })));
    let found = reader.join().unwrap().expect("there is always an item");
    writer.join().unwrap();
    assert!(found == 101 || found == 102);
}
