//! The same deque without the fence in take(): the owner and a thief may run the same task.
use std::sync::atomic::{fence, AtomicIsize, AtomicU32, Ordering};
use std::thread;

struct Deque {
    top: AtomicIsize,
    bottom: AtomicIsize,
    tasks: [AtomicU32; 2],
}

impl Deque {
    fn push(&self, task: u32) {
        let bottom = self.bottom.load(Ordering::Relaxed);
        self.tasks[bottom as usize % 2].store(task, Ordering::Relaxed);
        self.bottom.store(bottom + 1, Ordering::Release);
    }

    fn take(&self) -> Option<u32> {
        let bottom = self.bottom.load(Ordering::Relaxed) - 1;
        self.bottom.store(bottom, Ordering::Relaxed);
        let top = self.top.load(Ordering::Relaxed);
        if top > bottom {
            self.bottom.store(bottom + 1, Ordering::Relaxed);
            return None;
        }
        let task = self.tasks[bottom as usize % 2].load(Ordering::Relaxed);
        if top < bottom {
            return Some(task);
        }
        let won = self.top.compare_exchange(top, top + 1, Ordering::SeqCst, Ordering::Relaxed).is_ok();
        self.bottom.store(bottom + 1, Ordering::Relaxed);
        won.then_some(task)
    }

    fn steal(&self) -> Option<u32> {
        let top = self.top.load(Ordering::Acquire);
        fence(Ordering::SeqCst);
        if top >= self.bottom.load(Ordering::Acquire) {
            return None;
        }
        let task = self.tasks[top as usize % 2].load(Ordering::Relaxed);
        self.top.compare_exchange(top, top + 1, Ordering::SeqCst, Ordering::Relaxed).is_ok().then_some(task)
    }
}

static DEQUE: Deque = Deque {
    top: AtomicIsize::new(0),
    bottom: AtomicIsize::new(0),
    tasks: [AtomicU32::new(0), AtomicU32::new(0)],
};
static DONE: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];

fn run(task: Option<u32>) {
    if let Some(task) = task {
        assert!(DONE[task as usize].fetch_add(1, Ordering::Relaxed) == 0);
    }
}

fn main() {
    DEQUE.push(0);
    DEQUE.push(1);
    let thief = thread::spawn(|| {
        run(DEQUE.steal());
        run(DEQUE.steal());
    });
    run(DEQUE.take());
    run(DEQUE.take());
    thief.join().unwrap();
}
