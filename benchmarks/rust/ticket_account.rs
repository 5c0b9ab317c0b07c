use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

#[repr(align(64))]
struct Padded(AtomicU32);

struct TicketLock<T> {
    next_ticket: Padded,
    now_serving: Padded,
    data: UnsafeCell<T>,
}

unsafe impl<T: Send> Send for TicketLock<T> {}
unsafe impl<T: Send> Sync for TicketLock<T> {}

impl<T> TicketLock<T> {
    fn new(data: T) -> Self {
        TicketLock {
            next_ticket: Padded(AtomicU32::new(0)),
            now_serving: Padded(AtomicU32::new(0)),
            data: UnsafeCell::new(data),
        }
    }

    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let ticket = self.next_ticket.0.fetch_add(1, Ordering::Relaxed);
        while self.now_serving.0.load(Ordering::Acquire) != ticket {
            thread::yield_now();
        }
        let result = f(unsafe { &mut *self.data.get() });
        self.now_serving.0.store(ticket + 1, Ordering::Release);
        result
    }
}

#[derive(Default)]
struct Account {
    balance: i64,
    history: [i64; 2],
    len: usize,
}

fn main() {
    let account = Arc::new(TicketLock::new(Account::default()));
    let mut workers: Vec<JoinHandle<()>> = Vec::with_capacity(2);
    for amount in [10, -3] {
        let account = account.clone();
        workers.push(thread::spawn(move || {
            account.with(|a| {
                a.balance += amount;
                let at = a.len;
                a.history[at] = amount;
                a.len += 1;
            })
        }));
    }
    for w in workers {
        w.join().unwrap();
    }
    account.with(|a| {
        assert_eq!(a.balance, 7);
        assert_eq!(a.history.iter().sum::<i64>(), a.balance);
    });
}
