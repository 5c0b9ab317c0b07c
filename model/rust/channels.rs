//! `std::sync::mpsc`. A channel with bounded room is a list of messages under a mutex, one without a bound is that of queue.rs.
//! Each send and each receive has a locked instruction in std as here, so they order the same accesses on x86-64.

use crate::locks::{Condition, Guard, Lock};
use crate::queue::Handle;
use real::boxed::Box;
use real::cell::Cell;
use real::marker::PhantomData;
use real::option::Option::{self, None, Some};
use real::ops::Drop;
use real::ptr;
use real::result::Result::{self, Err, Ok};
use real::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};
use real::sync::Arc;
use real::time::Duration;

struct Node<T> {
    message: T,
    next: *mut Node<T>,
}

struct State<T> {
    first: *mut Node<T>,
    last: *mut Node<T>,
    /// Messages that were ever sent, and received.
    sent: usize,
    received: usize,
    senders: usize,
    /// Receivers that wait: 0 or 1.
    waiting: usize,
    has_receiver: bool,
}

struct Shared<T> {
    state: Lock<State<T>>,
    /// A message was sent, or the last sender is gone.
    arrived: Condition,
    /// A message was received, or the receiver is gone.
    left: Condition,
    room: usize,
}

// The messages belong to the list.
unsafe impl<T: Send> Send for State<T> {}

impl<T> State<T> {
    fn push(&mut self, message: T) {
        let node = Box::into_raw(Box::new(Node { message, next: ptr::null_mut() }));
        if self.last.is_null() {
            self.first = node;
        } else {
            unsafe { (*self.last).next = node };
        }
        self.last = node;
    }

    fn pop(&mut self) -> Option<T> {
        if self.first.is_null() {
            return None;
        }
        let node = unsafe { Box::from_raw(self.first) };
        self.first = node.next;
        if self.first.is_null() {
            self.last = ptr::null_mut();
        }
        Some(node.message)
    }

    fn length(&self) -> usize {
        self.sent - self.received
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> Guard<'_, State<T>> {
        self.state.lock()
    }

    fn take(&self, state: &mut State<T>) -> Option<T> {
        let message = state.pop();
        if message.is_some() {
            state.received += 1;
            self.left.broadcast();
        }
        message
    }

    fn send(&self, message: T) -> Result<(), SendError<T>> {
        let room = self.room;
        let mut state = self.lock();
        while state.has_receiver && room > 0 && state.length() >= room {
            self.left.wait(&mut state);
        }
        if !state.has_receiver {
            return Err(SendError(message));
        }
        state.push(message);
        state.sent += 1;
        self.arrived.signal();
        if room > 0 {
            return Ok(());
        }
        // Without room the sender waits until its message is received.
        let own = state.sent;
        while state.received < own {
            if !state.has_receiver {
                return Err(SendError(state.pop().unwrap()));
            }
            self.left.wait(&mut state);
        }
        Ok(())
    }

    fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut state = self.lock();
        if !state.has_receiver {
            return Err(TrySendError::Disconnected(message));
        }
        let most = if self.room > 0 { self.room } else { state.waiting };
        if state.length() >= most {
            return Err(TrySendError::Full(message));
        }
        state.push(message);
        state.sent += 1;
        self.arrived.signal();
        Ok(())
    }

    fn recv(&self) -> Result<T, RecvError> {
        let hands_over = self.room == 0;
        let mut state = self.lock();
        if hands_over {
            state.waiting = 1;
        }
        while state.first.is_null() && state.senders > 0 {
            self.arrived.wait(&mut state);
        }
        if hands_over {
            state.waiting = 0;
        }
        self.take(&mut state).ok_or(RecvError)
    }

    fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut state = self.lock();
        match self.take(&mut state) {
            Some(message) => Ok(message),
            None if state.senders == 0 => Err(TryRecvError::Disconnected),
            None => Err(TryRecvError::Empty),
        }
    }

    fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        let mut state = self.lock();
        let mut is_over = false;
        while state.first.is_null() && state.senders > 0 && !is_over {
            is_over = self.arrived.wait_timeout(&mut state, timeout);
        }
        match self.take(&mut state) {
            Some(message) => Ok(message),
            None if state.senders == 0 => Err(RecvTimeoutError::Disconnected),
            None => Err(RecvTimeoutError::Timeout),
        }
    }

    fn add_sender(&self) {
        self.lock().senders += 1;
    }

    fn remove_sender(&self) {
        let mut state = self.lock();
        state.senders -= 1;
        if state.senders == 0 {
            self.arrived.signal();
        }
    }

    fn remove_receiver(&self) {
        let mut state = self.lock();
        state.has_receiver = false;
        // A sender that waits without room takes its message back.
        if self.room > 0 {
            while let Some(message) = state.pop() {
                drop(message);
            }
        }
        self.left.broadcast();
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        while let Some(message) = state.pop() {
            drop(message);
        }
    }
}

fn shared<T>(room: usize) -> Arc<Shared<T>> {
    Arc::new(Shared {
        state: Lock::new(State {
            first: ptr::null_mut(),
            last: ptr::null_mut(),
            sent: 0,
            received: 0,
            senders: 1,
            waiting: 0,
            has_receiver: true,
        }),
        arrived: Condition::new(),
        left: Condition::new(),
        room,
    })
}

pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let own = Handle::new();
    let queue = own.other_end();
    (Sender { queue }, Receiver { end: End::Queue(own), not_sync: PhantomData })
}

pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let inner = shared(bound);
    (SyncSender { inner: inner.clone() }, Receiver { end: End::Bounded(inner), not_sync: PhantomData })
}

pub struct Sender<T> {
    queue: Handle<T>,
}

pub struct SyncSender<T> {
    inner: Arc<Shared<T>>,
}

enum End<T> {
    Queue(Handle<T>),
    Bounded(Arc<Shared<T>>),
}

pub struct Receiver<T> {
    end: End<T>,
    not_sync: PhantomData<Cell<()>>,
}

unsafe impl<T: Send> Send for Receiver<T> {}

impl<T> Sender<T> {
    pub fn send(&self, t: T) -> Result<(), SendError<T>> {
        self.queue.send(t).map_err(SendError)
    }
}

impl<T> SyncSender<T> {
    pub fn send(&self, t: T) -> Result<(), SendError<T>> {
        self.inner.send(t)
    }

    pub fn try_send(&self, t: T) -> Result<(), TrySendError<T>> {
        self.inner.try_send(t)
    }
}

impl<T> Receiver<T> {
    pub fn recv(&self) -> Result<T, RecvError> {
        match &self.end {
            End::Queue(queue) => queue.receive().ok_or(RecvError),
            End::Bounded(inner) => inner.recv(),
        }
    }

    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        match &self.end {
            End::Queue(queue) => queue.try_receive(),
            End::Bounded(inner) => inner.try_recv(),
        }
    }

    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        match &self.end {
            End::Queue(queue) => queue.receive_in_time(),
            End::Bounded(inner) => inner.recv_timeout(timeout),
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { receiver: self }
    }

    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter { receiver: self }
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        Sender { queue: self.queue.another() }
    }
}

impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> SyncSender<T> {
        self.inner.add_sender();
        SyncSender { inner: self.inner.clone() }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.queue.remove_sender();
    }
}

impl<T> Drop for SyncSender<T> {
    fn drop(&mut self) {
        self.inner.remove_sender();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        match &self.end {
            End::Queue(queue) => queue.remove_receiver(),
            End::Bounded(inner) => inner.remove_receiver(),
        }
    }
}

pub struct Iter<'a, T: 'a> {
    receiver: &'a Receiver<T>,
}

pub struct TryIter<'a, T: 'a> {
    receiver: &'a Receiver<T>,
}

pub struct IntoIter<T> {
    receiver: Receiver<T>,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.receiver.recv().ok()
    }
}

impl<'a, T> Iterator for TryIter<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.receiver.try_recv().ok()
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.receiver.recv().ok()
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { receiver: self }
    }
}

impl<T> real::fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut real::fmt::Formatter<'_>) -> real::fmt::Result {
        f.write_str("Sender { .. }")
    }
}

impl<T> real::fmt::Debug for SyncSender<T> {
    fn fmt(&self, f: &mut real::fmt::Formatter<'_>) -> real::fmt::Result {
        f.write_str("SyncSender { .. }")
    }
}

impl<T> real::fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut real::fmt::Formatter<'_>) -> real::fmt::Result {
        f.write_str("Receiver { .. }")
    }
}
