// Statics that are made when they are first used: their room holds the address of the function that makes them at first.

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
