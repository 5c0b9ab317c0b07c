// RCU of Linux and liburcu. Readers count themselves in one of two counters. A grace period sends new readers to the other one and waits
// until those of before are gone. Grace periods follow each other. Entering and leaving are locked instructions, as in liburcu's flavour
// with memory barriers (urcu-mb). The kernel's readers may be slower to show what they wrote.

import type { LibraryPart } from './part.js';

export const rcu: readonly LibraryPart[] = [
  ['i_rcu_phase', 'int N;'],
  ['i_rcu_readers', 'int N[2];'],
  ['i_rcu_lock', 'int N;'],
  ['i_rcu_depth', '_Thread_local int N;'],
  ['i_rcu_entered', '_Thread_local int N;'],
  [
    'rcu_read_lock',
    `void N(void) {
      int phase;
      if (__lib_i_rcu_depth++ > 0) return;
      __VERIFIER_atomic_begin();
      phase = __lib_i_rcu_phase;
      if (phase) __lib_i_rcu_readers[1] = __lib_i_rcu_readers[1] + 1;
      else __lib_i_rcu_readers[0] = __lib_i_rcu_readers[0] + 1;
      __VERIFIER_atomic_end();
      __lib_i_rcu_entered = phase;
    }`,
  ],
  [
    'rcu_read_unlock',
    `void N(void) {
      __diptych_misuse(__lib_i_rcu_depth > 0, "rcu_read_unlock without its rcu_read_lock");
      if (--__lib_i_rcu_depth > 0) return;
      if (__lib_i_rcu_entered) __atomic_fetch_sub(&__lib_i_rcu_readers[1], 1, 5);
      else __atomic_fetch_sub(&__lib_i_rcu_readers[0], 1, 5);
    }`,
  ],
  [
    'synchronize_rcu',
    `void N(void) {
      int phase;
      __diptych_take(&__lib_i_rcu_lock, 0, 0, 0, 1);
      __VERIFIER_atomic_begin();
      phase = __lib_i_rcu_phase;
      __lib_i_rcu_phase = 1 - phase;
      __VERIFIER_atomic_end();
      if (phase) __diptych_await(&__lib_i_rcu_readers[1], 0, 0);
      else __diptych_await(&__lib_i_rcu_readers[0], 0, 0);
      __diptych_give_back(&__lib_i_rcu_lock, 1);
    }`,
  ],
  ['synchronize_rcu_expedited', 'void N(void) { __lib_synchronize_rcu(); }'],
];
