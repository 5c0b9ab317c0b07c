//! `Barrier`: as std has it, a count and a generation under a mutex.

use crate::locks::{Condition, Lock};

struct State {
    count: usize,
    generation: usize,
}

pub struct Barrier {
    state: Lock<State>,
    opened: Condition,
    threads: usize,
}

pub struct BarrierWaitResult(bool);

impl Barrier {
    #[inline]
    pub const fn new(threads: usize) -> Barrier {
        Barrier { state: Lock::new(State { count: 0, generation: 0 }), opened: Condition::new(), threads }
    }

    #[inline]
    pub fn wait(&self) -> BarrierWaitResult {
        let mut state = self.state.lock();
        let generation = state.generation;
        state.count += 1;
        if state.count < self.threads {
            while state.generation == generation {
                self.opened.wait(&mut state);
            }
            BarrierWaitResult(false)
        } else {
            state.count = 0;
            state.generation = generation.wrapping_add(1);
            self.opened.broadcast();
            BarrierWaitResult(true)
        }
    }
}

impl BarrierWaitResult {
    #[inline]
    pub fn is_leader(&self) -> bool {
        self.0
    }
}

impl real::fmt::Debug for Barrier {
    #[inline]
    fn fmt(&self, f: &mut real::fmt::Formatter<'_>) -> real::fmt::Result {
        f.write_str("Barrier { .. }")
    }
}

impl real::fmt::Debug for BarrierWaitResult {
    #[inline]
    fn fmt(&self, f: &mut real::fmt::Formatter<'_>) -> real::fmt::Result {
        f.write_str("BarrierWaitResult { .. }")
    }
}
