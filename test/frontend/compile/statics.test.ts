// Statics that hold addresses, and those that are made when they are first used. The room of the latter holds the address of the function
// that makes them at first.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCompiler } from '../../../src/frontend/compile/compilers.js';
import { fine, seenIn } from './seen.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(folder, { recursive: true }));
// A mutex in that room is smaller than the address.
const seen = seenIn(folder, { indivisible: 'all' });

const program = (
  statics: string,
  body: string,
): string => `use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{LazyLock, Mutex};
use std::thread;
${statics}
fn main() {
    ${body}
}
`;

describe.skipIf(findCompiler('rust', undefined, process.env) === undefined)('Rust', () => {
  it('a static that nothing reads may hold an address', async () => {
    const text = `use std::sync::Arc;
use std::thread;
fn main() {
    let a = Arc::new(5);
    let (b, weak) = (a.clone(), Arc::downgrade(&a));
    let t = thread::spawn(move || drop(b));
    drop(a);
    t.join().unwrap();
    assert!(weak.upgrade().is_none());
}
`;
    expect(await seen('weak.rs', text)).toEqual(fine);
  });

  it('values of a block are known in one that stands before it', async () => {
    const text = `use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
struct Shared { queue: Mutex<VecDeque<u32>>, changed: Condvar }
fn main() {
    let shared = Arc::new(Shared { queue: Mutex::new(VecDeque::new()), changed: Condvar::new() });
    let other = shared.clone();
    let t = thread::spawn(move || for i in 1..=2 {
        other.queue.lock().unwrap().push_back(i);
        other.changed.notify_one();
    });
    let mut sum = 0;
    for _ in 0..2 {
        let mut queue = shared.queue.lock().unwrap();
        while queue.is_empty() { queue = shared.changed.wait(queue).unwrap(); }
        sum += queue.pop_front().unwrap();
    }
    t.join().unwrap();
    assert_eq!(sum, 3);
}
`;
    const { findings, runs } = await seen('queue.rs', text);
    expect({ findings, runs }).toEqual({ findings: [], runs: true });
  });
});

describe.skipIf(findCompiler('rust', undefined, process.env) === undefined)('a LazyLock', () => {
  it('may hold a mutex', async () => {
    const statics = 'static X: LazyLock<Mutex<u32>> = LazyLock::new(|| Mutex::new(5));';
    const right = `let t = thread::spawn(|| *X.lock().unwrap() += 1);
    *X.lock().unwrap() += 1;
    t.join().unwrap();
    assert_eq!(*X.lock().unwrap(), 7);`;
    expect(await seen('mutex.rs', program(statics, right))).toEqual(fine);
    const wrong = right.replace(
      '*X.lock().unwrap() += 1;',
      '{ let n = *X.lock().unwrap(); *X.lock().unwrap() = n + 1; }',
    );
    expect((await seen('lost.rs', program(statics, wrong))).findings).toHaveLength(1);
  });

  it('may hold a byte, or an atomic number', async () => {
    const statics = `static A: LazyLock<bool> = LazyLock::new(|| true);
static B: LazyLock<AtomicUsize> = LazyLock::new(|| AtomicUsize::new(3));`;
    const body = `let t = thread::spawn(|| if *A { B.fetch_add(1, SeqCst); });
    B.fetch_add(1, SeqCst);
    t.join().unwrap();
    assert_eq!(B.load(SeqCst), 5);`;
    expect(await seen('byte.rs', program(statics, body))).toEqual(fine);
  });
});
