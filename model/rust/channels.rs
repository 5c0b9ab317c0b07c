//! `std::sync::mpsc`. A channel that has room is the list of queue.rs, one without room hands messages over (handover.rs). std's own channels
//! spin before they wait and take memory for 31 messages at a time. Each send and each receive has a locked instruction there as here, so they
//! order the same accesses on x86-64.

use crate::handover::Shared;
use crate::queue::Handle;
use real::cell::Cell;
use real::clone::Clone;
use real::marker::PhantomData;
use real::ops::Drop;
use real::option::Option::{self, None, Some};
use real::result::Result;
use real::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};
use real::sync::Arc;
use real::time::Duration;

pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let own = Handle::new(None);
    let queue = own.other_end();
    (Sender { queue }, Receiver { end: End::queue(own), not_sync: PhantomData })
}

pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let (sender, receiver) = if bound == 0 {
        let shared = Shared::new();
        (End::handover(shared.clone()), End::handover(shared))
    } else {
        let own = Handle::new(Some(bound));
        (End::queue(own.other_end()), End::queue(own))
    };
    (SyncSender { end: sender }, Receiver { end: receiver, not_sync: PhantomData })
}

pub struct Sender<T> {
    queue: Handle<T>,
}

pub struct SyncSender<T> {
    end: End<T>,
}

/// One of the two. They stand at different places, so that no analysis takes the one for the other.
struct End<T> {
    queue: Option<Handle<T>>,
    handover: Option<Arc<Shared<T>>>,
}

impl<T> End<T> {
    fn queue(queue: Handle<T>) -> End<T> {
        End { queue: Some(queue), handover: None }
    }

    fn handover(shared: Arc<Shared<T>>) -> End<T> {
        End { queue: None, handover: Some(shared) }
    }

    /// Of a channel that is no queue.
    fn shared(&self) -> &Arc<Shared<T>> {
        unsafe { self.handover.as_ref().unwrap_unchecked() }
    }

    fn either<R>(&self, queue: impl FnOnce(&Handle<T>) -> R, handover: impl FnOnce(&Arc<Shared<T>>) -> R) -> R {
        match &self.queue {
            Some(own) => queue(own),
            None => handover(self.shared()),
        }
    }
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
        match &self.end.queue {
            Some(queue) => queue.send_with_room(t).map_err(SendError),
            None => self.end.shared().send(t),
        }
    }

    pub fn try_send(&self, t: T) -> Result<(), TrySendError<T>> {
        match &self.end.queue {
            Some(queue) => queue.try_send(t),
            None => self.end.shared().try_send(t),
        }
    }
}

impl<T> Receiver<T> {
    pub fn recv(&self) -> Result<T, RecvError> {
        self.end.either(|queue| queue.receive().ok_or(RecvError), |shared| shared.recv())
    }

    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        self.end.either(|queue| queue.try_receive(), |shared| shared.try_recv())
    }

    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        self.end.either(|queue| queue.receive_in_time(), |shared| shared.recv_timeout(timeout))
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
        SyncSender { end: self.end.either(|queue| End::queue(queue.another()), |shared| End::handover(shared.another())) }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.queue.remove_sender();
    }
}

impl<T> Drop for SyncSender<T> {
    fn drop(&mut self) {
        self.end.either(|queue| queue.remove_sender(), |shared| shared.remove_sender())
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.end.either(|queue| queue.remove_receiver(), |shared| shared.remove_receiver())
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
