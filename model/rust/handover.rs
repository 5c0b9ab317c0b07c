//! A channel without room: messages under a mutex, each of which its sender waits for.

use crate::locks::{Condition, Guard, Lock};
use real::boxed::Box;
use real::clone::Clone;
use real::ops::Drop;
use real::option::Option::{self, None, Some};
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

pub struct Shared<T> {
    state: Lock<State<T>>,
    /// A message was sent, or the last sender is gone.
    arrived: Condition,
    /// A message was received, or the receiver is gone.
    left: Condition,
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
    pub fn new() -> Arc<Shared<T>> {
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
        })
    }

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

    /// The sender waits until its message is received.
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        let mut state = self.lock();
        if !state.has_receiver {
            return Err(SendError(message));
        }
        state.push(message);
        state.sent += 1;
        self.arrived.signal();
        let own = state.sent;
        while state.received < own {
            if !state.has_receiver {
                return Err(SendError(state.pop().unwrap()));
            }
            self.left.wait(&mut state);
        }
        Ok(())
    }

    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut state = self.lock();
        if !state.has_receiver {
            return Err(TrySendError::Disconnected(message));
        }
        if state.length() >= state.waiting {
            return Err(TrySendError::Full(message));
        }
        state.push(message);
        state.sent += 1;
        self.arrived.signal();
        Ok(())
    }

    pub fn recv(&self) -> Result<T, RecvError> {
        let mut state = self.lock();
        state.waiting = 1;
        while state.first.is_null() && state.senders > 0 {
            self.arrived.wait(&mut state);
        }
        state.waiting = 0;
        self.take(&mut state).ok_or(RecvError)
    }

    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut state = self.lock();
        match self.take(&mut state) {
            Some(message) => Ok(message),
            None if state.senders == 0 => Err(TryRecvError::Disconnected),
            None => Err(TryRecvError::Empty),
        }
    }

    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
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

    /// One more sender.
    pub fn another(self: &Arc<Self>) -> Arc<Shared<T>> {
        self.lock().senders += 1;
        self.clone()
    }

    pub fn remove_sender(&self) {
        let mut state = self.lock();
        state.senders -= 1;
        if state.senders == 0 {
            self.arrived.signal();
        }
    }

    pub fn remove_receiver(&self) {
        let mut state = self.lock();
        state.has_receiver = false;
        // A sender that waits takes its message back.
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
