//! A channel with room: a list of messages that ends with one that is not sent yet. A send fills it and appends the next one. So a
//! receive waits for the very message that it takes, and sends and receives are not in each other's way.

use real::boxed::Box;
use real::cell::{Cell, UnsafeCell};
use real::marker::{Send, Sync};
use real::mem::MaybeUninit;
use real::option::Option::{self, None, Some};
use real::ptr::{self, NonNull};
use real::result::Result::{self, Err, Ok};
use real::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use real::sync::mpsc::{RecvTimeoutError, TryRecvError, TrySendError};

extern "C" {
    fn __model_append(last: *mut *mut u8, next: *mut u8, has_receiver: *const i32) -> *mut u8;
    fn __model_leave(last: *const *mut u8, has_receiver: *mut i32) -> *mut u8;
    fn __model_fill(sent: *mut i32, value: i32);
    fn __model_await_message(sent: *mut i32) -> i32;
    fn __model_message_now(sent: *mut i32, first: *const u8, last: *const *mut u8) -> i32;
    fn __model_received(first: *mut *mut u8, next: *mut u8);
    fn __model_take_room(room: *mut i32);
    fn __model_try_take_room(room: *mut i32) -> i32;
    fn __model_give_room(room: *mut i32, count: i32);
}

/// A message may come, is there, or will never come, since the last sender is gone.
const OPEN: i32 = 0;
const SENT: i32 = 1;
const CLOSED: i32 = 2;
/// More room than a program can fill. There is as much more when the receiver leaves, so that no sender waits.
const MOST_ROOM: i32 = 1 << 29;

struct Message<T> {
    sent: i32,
    next: *mut Message<T>,
    content: MaybeUninit<T>,
}

struct Channel<T> {
    /// Only the receiver touches it.
    first: Cell<*mut Message<T>>,
    last: UnsafeCell<*mut Message<T>>,
    has_receiver: UnsafeCell<i32>,
    is_bounded: bool,
    /// For how many messages there is room, if it is bounded.
    room: UnsafeCell<i32>,
    senders: AtomicUsize,
    /// The senders or the receiver are gone. The others free the channel.
    is_left: AtomicBool,
}

/// One end of a channel.
pub struct Handle<T> {
    channel: NonNull<Channel<T>>,
}

unsafe impl<T: Send> Send for Handle<T> {}
unsafe impl<T: Send> Sync for Handle<T> {}

fn open<T>() -> *mut Message<T> {
    Box::into_raw(Box::new(Message { sent: OPEN, next: ptr::null_mut(), content: MaybeUninit::uninit() }))
}

impl<T> Handle<T> {
    pub fn new(bound: Option<usize>) -> Handle<T> {
        let message = open();
        let channel = Channel {
            first: Cell::new(message),
            last: UnsafeCell::new(message),
            has_receiver: UnsafeCell::new(1),
            is_bounded: bound.is_some(),
            room: UnsafeCell::new(match bound {
                Some(most) if most < MOST_ROOM as usize => most as i32,
                _ => MOST_ROOM,
            }),
            senders: AtomicUsize::new(1),
            is_left: AtomicBool::new(false),
        };
        Handle { channel: NonNull::from(Box::leak(Box::new(channel))) }
    }

    /// The handle of the first sender.
    pub fn other_end(&self) -> Handle<T> {
        Handle { channel: self.channel }
    }

    /// The handle of one more sender.
    pub fn another(&self) -> Handle<T> {
        self.channel().senders.fetch_add(1, Ordering::Relaxed);
        self.other_end()
    }

    fn channel(&self) -> &Channel<T> {
        unsafe { self.channel.as_ref() }
    }

    pub fn send(&self, message: T) -> Result<(), T> {
        let channel = self.channel();
        let next = open::<T>();
        let own = unsafe { __model_append(channel.last.get().cast(), next.cast(), channel.has_receiver.get()) } as *mut Message<T>;
        if own.is_null() {
            drop(unsafe { Box::from_raw(next) });
            return Err(message);
        }
        unsafe {
            (*own).next = next;
            (*own).content.write(message);
            __model_fill(&mut (*own).sent, SENT);
        }
        Ok(())
    }

    pub fn send_with_room(&self, message: T) -> Result<(), T> {
        unsafe { __model_take_room(self.channel().room.get()) };
        self.send(message)
    }

    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        if unsafe { __model_try_take_room(self.channel().room.get()) } == 0 {
            return Err(TrySendError::Full(message));
        }
        self.send(message).map_err(TrySendError::Disconnected)
    }

    fn give_room(&self, count: i32) {
        let channel = self.channel();
        if channel.is_bounded {
            unsafe { __model_give_room(channel.room.get(), count) };
        }
    }

    fn take(&self) -> T {
        let first = &self.channel().first;
        let node = first.get();
        let (next, message) = unsafe { ((*node).next, (*node).content.assume_init_read()) };
        unsafe { __model_received(first.as_ptr().cast(), next.cast()) };
        drop(unsafe { Box::from_raw(node) });
        self.give_room(1);
        message
    }

    /// Where the next message says whether it is there.
    fn sent(&self) -> *mut i32 {
        unsafe { &mut (*self.channel().first.get()).sent }
    }

    fn ends(&self) -> (*const u8, *const *mut u8) {
        let channel = self.channel();
        (channel.first.get() as *const u8, channel.last.get() as *const *mut u8)
    }

    pub fn receive(&self) -> Option<T> {
        match unsafe { __model_await_message(self.sent()) } {
            SENT => Some(self.take()),
            _ => None,
        }
    }

    fn receive_now<E>(&self, closed: E, none: E) -> Result<T, E> {
        let (first, last) = self.ends();
        match unsafe { __model_message_now(self.sent(), first, last) } {
            SENT => Ok(self.take()),
            CLOSED => Err(closed),
            _ => Err(none),
        }
    }

    pub fn try_receive(&self) -> Result<T, TryRecvError> {
        self.receive_now(TryRecvError::Disconnected, TryRecvError::Empty)
    }

    /// A thread may wait for a message by coming here later.
    pub fn receive_in_time(&self) -> Result<T, RecvTimeoutError> {
        self.receive_now(RecvTimeoutError::Disconnected, RecvTimeoutError::Timeout)
    }

    pub fn remove_sender(&self) {
        let channel = self.channel();
        if channel.senders.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        unsafe { __model_fill(&mut (**channel.last.get()).sent, CLOSED) };
        self.leave();
    }

    /// Messages that were sent before the receiver left are dropped with it.
    pub fn remove_receiver(&self) {
        let channel = self.channel();
        let end = unsafe { __model_leave(channel.last.get().cast(), channel.has_receiver.get()) } as *mut Message<T>;
        self.give_room(MOST_ROOM);
        while channel.first.get() != end {
            unsafe { __model_await_message(self.sent()) };
            drop(self.take());
        }
        self.leave();
    }

    fn leave(&self) {
        if self.channel().is_left.swap(true, Ordering::AcqRel) {
            unsafe {
                let channel = Box::from_raw(self.channel.as_ptr());
                drop(Box::from_raw(channel.first.get()));
            }
        }
    }
}
