//! Rust's std as the programs that diptych reads see it: the real one, with models in place of modules that say how fast something is done and
//! not only what is done. Functions without type parameters are `inline`, so that their IR stands in the program's.
#![no_std]

extern crate std as real;

pub use real::*;

mod barriers;
mod channels;
mod handover;
mod locks;
mod queue;

pub mod sync {
    pub use crate::barriers::{Barrier, BarrierWaitResult};
    pub use real::sync::*;

    pub mod mpsc {
        pub use crate::channels::{channel, sync_channel, IntoIter, Iter, Receiver, Sender, SyncSender, TryIter};
        pub use real::sync::mpsc::*;
    }
}
