//! A mutex and a condition of POSIX around a value: their model (mutex.c, condition.c) takes fewer steps than the loops of std's own.

use real::cell::UnsafeCell;
use real::ops::{Deref, DerefMut, Drop};
use real::time::Duration;

#[repr(C)]
pub struct Time {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn pthread_mutex_lock(mutex: *mut u64) -> i32;
    fn pthread_mutex_unlock(mutex: *mut u64) -> i32;
    fn pthread_cond_wait(condition: *mut u64, mutex: *mut u64) -> i32;
    fn pthread_cond_timedwait(condition: *mut u64, mutex: *mut u64, time: *const Time) -> i32;
    fn pthread_cond_signal(condition: *mut u64) -> i32;
    fn pthread_cond_broadcast(condition: *mut u64) -> i32;
}

pub struct Lock<S> {
    mutex: UnsafeCell<[u64; 5]>,
    value: UnsafeCell<S>,
}

unsafe impl<S: Send> Send for Lock<S> {}
unsafe impl<S: Send> Sync for Lock<S> {}

impl<S> Lock<S> {
    #[inline]
    pub const fn new(value: S) -> Lock<S> {
        Lock { mutex: UnsafeCell::new([0; 5]), value: UnsafeCell::new(value) }
    }

    #[inline]
    pub fn lock(&self) -> Guard<'_, S> {
        unsafe { pthread_mutex_lock(self.mutex.get().cast()) };
        Guard { lock: self }
    }

    #[inline]
    pub fn get_mut(&mut self) -> &mut S {
        self.value.get_mut()
    }
}

pub struct Guard<'a, S> {
    lock: &'a Lock<S>,
}

impl<S> Deref for Guard<'_, S> {
    type Target = S;
    #[inline]
    fn deref(&self) -> &S {
        unsafe { &*self.lock.value.get() }
    }
}

impl<S> DerefMut for Guard<'_, S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut S {
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<S> Drop for Guard<'_, S> {
    #[inline]
    fn drop(&mut self) {
        unsafe { pthread_mutex_unlock(self.lock.mutex.get().cast()) };
    }
}

pub struct Condition {
    words: UnsafeCell<[u64; 6]>,
}

unsafe impl Send for Condition {}
unsafe impl Sync for Condition {}

impl Condition {
    #[inline]
    pub const fn new() -> Condition {
        Condition { words: UnsafeCell::new([0; 6]) }
    }

    #[inline]
    pub fn wait<S>(&self, guard: &mut Guard<'_, S>) {
        unsafe { pthread_cond_wait(self.words.get().cast(), guard.lock.mutex.get().cast()) };
    }

    /// Whether the time is over.
    #[inline]
    pub fn wait_timeout<S>(&self, guard: &mut Guard<'_, S>, timeout: Duration) -> bool {
        let time = Time { seconds: timeout.as_secs() as i64, nanoseconds: timeout.subsec_nanos() as i64 };
        unsafe { pthread_cond_timedwait(self.words.get().cast(), guard.lock.mutex.get().cast(), &time) != 0 }
    }

    #[inline]
    pub fn signal(&self) {
        unsafe { pthread_cond_signal(self.words.get().cast()) };
    }

    #[inline]
    pub fn broadcast(&self) {
        unsafe { pthread_cond_broadcast(self.words.get().cast()) };
    }
}
