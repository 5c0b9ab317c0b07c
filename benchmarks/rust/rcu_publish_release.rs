//! The same announcement with release only: the reader may look before it is seen to read, and uses what was freed.
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::ptr::null_mut;
use std::thread;

struct Route {
    hops: u32,
}

static CURRENT: AtomicPtr<Route> = AtomicPtr::new(null_mut());
static READING: AtomicBool = AtomicBool::new(false);

fn read() {
    READING.store(true, Ordering::Release);
    let route = CURRENT.load(Ordering::Acquire);
    let hops = unsafe { (*route).hops };
    READING.store(false, Ordering::Release);
    assert!(hops == 1 || hops == 2);
}

fn main() {
    let old = Box::into_raw(Box::new(Route { hops: 1 }));
    CURRENT.store(old, Ordering::Release);
    let reader = thread::spawn(read);
    CURRENT.store(Box::into_raw(Box::new(Route { hops: 2 })), Ordering::SeqCst);
    if !READING.load(Ordering::SeqCst) {
        drop(unsafe { Box::from_raw(old) });
    }
    reader.join().unwrap();
}
