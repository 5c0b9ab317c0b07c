// Parts of the standard libraries of C++ and Rust that stand in a shared object, or that have a model in Rust. The programs are small, and
// each has the findings that it has under SC.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { findCompiler } from '../../../src/frontend/compile/compilers.js';
import { readProgram } from '../../../src/frontend/index.js';
import { forEachStatement } from '../../../src/program/statement.js';
import { fine, seenIn } from './seen.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(folder, { recursive: true }));
const seen = seenIn(folder);

/** The names of the places of a program, those in its blocks too. */
async function namesIn(path: string): Promise<readonly string[]> {
  const { threads, locations } = await readProgram(path);
  const names = locations.map(({ name, suffixes }) => `${name}${suffixes?.[0] ?? ''}`);
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'alloc' && s.holds !== undefined)
        names.push(...s.holds.suffixes.map((suffix) => `${s.holds?.name}${suffix}`));
    });
  return names;
}

describe.skipIf(findCompiler('c++', undefined, process.env) === undefined)('C++', () => {
  const throwing = (body: string): string => `#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
class Empty : public std::runtime_error { public: Empty() : std::runtime_error("empty") {} };
std::atomic<int> x{0};
int get() {
  if (x == 0) throw Empty();
  if (x == 1) throw std::invalid_argument(std::string("one"));
  return x;
}
int main() {
  std::thread t([] { x = 2; });
  ${body}
  t.join();
}
`;
  it('a throw that nothing catches is a finding, also of a class of the program', async () => {
    const { runs, findings, cuts } = await seen('throws.cpp', throwing('get();'));
    expect({ runs, cuts }).toEqual({ runs: true, cuts: [] });
    expect(findings).toEqual(['8: an exception that is not caught']);
  });

  it('a throw inside of a try block is not followed, and the answer says so', async () => {
    const caught = throwing('try { get(); } catch (const std::exception &) {}');
    expect(await seen('catches.cpp', caught)).toEqual({ runs: true, findings: [], cuts: ['exception'] });
  });

  it('a try block that was left catches nothing', async () => {
    const left = throwing('try { x.load(); std::string s("a"); } catch (...) {} get();');
    expect((await seen('left.cpp', left)).findings).toEqual(['8: an exception that is not caught']);
  });

  it('a future is refused by its name, where it is made', async () => {
    const text = `#include <future>
int main() {
  std::promise<int> p;
  return p.get_future().valid();
}
`;
    const error = await seen('future.cpp', text).catch((e: unknown) => e);
    expect(error).toMatchObject({ diagnostic: { message: 'std::future is not supported', line: 3 } });
  });

  it('a shared_ptr may be read while it is replaced, by the functions for it', async () => {
    const text = `#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
struct Pair { int a, b; };
std::shared_ptr<Pair> current = std::make_shared<Pair>(Pair{1, 1});
int main() {
  std::thread writer([] { std::atomic_store(&current, std::make_shared<Pair>(Pair{2, 2})); });
  auto p = std::atomic_load(&current);
  assert(p->a == p->b);
  writer.join();
}
`;
    expect(await seen('replaced.cpp', text)).toEqual(fine);
  });

  it('names what a block holds that only registers point to', async () => {
    const text = `#include <cassert>
#include <memory>
struct Job { int id; int done; };
struct Node { Job job; explicit Node(int id) : job{id, 0} {} };
int main() {
  auto shared = std::make_shared<Job>(Job{1, 0});
  auto own = std::make_unique<Node>(2);
  volatile int n = 1;
  assert((&shared->id)[n] == 1 && own->job.done == 0);
}
`;
    const path = join(folder, 'names.cpp');
    writeFileSync(path, text);
    expect(await namesIn(path)).toEqual(expect.arrayContaining(['Job.id', 'Node.job.done']));
  });

  it('lists and maps keep their elements in order', async () => {
    const text = `#include <cassert>
#include <list>
#include <map>
#include <unordered_map>
int main() {
  std::list<int> q{3, 1}; q.push_back(2); q.pop_front(); assert(q.front() == 1 && q.back() == 2); q.reverse(); assert(q.front() == 2);
  std::list<int> r{7}; q.splice(q.begin(), r); assert(r.empty() && q.size() == 3 && q.front() == 7); q.swap(r); assert(q.empty() && r.size() == 3);
  std::map<int, int> t; for (int k : {4, 2, 6, 1, 3, 5, 7}) t[k] = 10 * k;
  t.erase(4); t.erase(1); t.erase(7);
  int sum = 0, last = 0; for (auto [k, v] : t) { assert(k > last && v == 10 * k); last = k; sum += k; }
  assert(sum == 16 && t.rbegin()->first == 6 && t.begin()->first == 2 && t.count(4) == 0);
  t.erase(2); t.erase(3); t.erase(5); t.erase(6); assert(t.empty() && t.begin() == t.end());
  std::unordered_map<int, int> u; for (int k = 0; k < 5; k++) u[k] = k; assert(u.size() == 5 && u.at(4) == 4); u.erase(3); assert(u.count(3) == 0);
}
`;
    expect(await seen('lists.cpp', text)).toEqual(fine);
  });

  it('a barrier orders what stands before it', async () => {
    const text = `#include <barrier>
#include <cassert>
#include <thread>
int a[2], b[2];
std::barrier both(2);
void work(int i) { a[i] = i + 1; both.arrive_and_wait(); b[i] = a[1 - i]; }
int main() {
  std::thread t(work, 1);
  work(0);
  t.join();
  assert(b[0] == 2 && b[1] == 1);
}
`;
    expect(await seen('barrier.cpp', text)).toEqual(fine);
  });
});

describe.skipIf(findCompiler('rust', undefined, process.env) === undefined)('Rust', () => {
  it('a channel hands over messages in order and ends with its last sender', async () => {
    const text = `use std::sync::mpsc::{channel, TryRecvError};
use std::thread;
fn main() {
    let (tx, rx) = channel();
    let t = thread::spawn(move || { tx.send(1).unwrap(); tx.send(2).unwrap(); });
    assert_eq!(rx.recv(), Ok(1));
    t.join().unwrap();
    assert_eq!(rx.try_recv(), Ok(2));
    assert_eq!(rx.try_recv(), Err(TryRecvError::Disconnected));
    assert!(rx.recv().is_err());
}
`;
    expect(await seen('channel.rs', text)).toEqual(fine);
  });

  it('sends of several threads and receives of another are not in each other’s way', async () => {
    const text = `use std::sync::mpsc;
use std::thread;
enum Message { Add(u32), Quit }
fn main() {
    let (tx, rx) = mpsc::channel();
    let other = tx.clone();
    let a = thread::spawn(move || { tx.send(Message::Add(1)).unwrap(); tx.send(Message::Quit).unwrap(); });
    let b = thread::spawn(move || { other.send(Message::Add(2)).unwrap(); });
    let (mut sum, mut quits) = (0, 0);
    for m in rx { match m { Message::Add(n) => sum += n, Message::Quit => quits += 1 } }
    a.join().unwrap();
    b.join().unwrap();
    assert_eq!((sum, quits), (3, 1));
}
`;
    const path = join(folder, 'senders.rs');
    writeFileSync(path, text);
    const { findings, complete, executions } = explore(await readProgram(path), { model: 'sc' });
    expect({ findings, complete }).toEqual({ findings: [], complete: true });
    // Three orders of the sends, two of the ends of the senders, and what else they leave open.
    expect(executions).toBeLessThan(30);
  });

  it('a receiver that leaves drops what was sent, and a receive finds what a send has finished', async () => {
    const text = `use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
static DROPS: AtomicU32 = AtomicU32::new(0);
static READY: AtomicBool = AtomicBool::new(false);
struct Loud(u32);
impl Drop for Loud { fn drop(&mut self) { DROPS.fetch_add(1, SeqCst); } }
fn main() {
    let (tx, rx) = channel::<Loud>();
    let other = tx.clone();
    let a = thread::spawn(move || { let _ = tx.send(Loud(1)); });
    let b = thread::spawn(move || { let _ = other.send(Loud(2)); READY.store(true, Release); });
    if READY.load(Acquire) { assert!(rx.try_recv().unwrap().0 > 0); }
    if let Ok(m) = rx.recv_timeout(Duration::from_millis(1)) { assert!(m.0 > 0); }
    drop(rx);
    a.join().unwrap();
    b.join().unwrap();
    assert_eq!(DROPS.load(SeqCst), 2);
}
`;
    expect(await seen('leaves.rs', text)).toEqual(fine);
  });

  it('a send waits for room, and fails where the receiver is gone', async () => {
    const text = `use std::sync::mpsc::{sync_channel, TrySendError};
use std::thread;
fn main() {
    let (tx, rx) = sync_channel::<u32>(1);
    let other = tx.clone();
    let a = thread::spawn(move || {
        let results = [tx.send(1), tx.send(2), tx.send(3)];
        assert!(results[0].is_ok());
        assert!(results[1].is_ok() || results[2].is_err());
        results[2].is_err()
    });
    let b = thread::spawn(move || match other.try_send(9) {
        Ok(()) | Err(TrySendError::Full(9)) | Err(TrySendError::Disconnected(9)) => {}
        _ => panic!("another message came back"),
    });
    let first = rx.recv().unwrap();
    assert!(first == 1 || first == 9);
    if first == 9 { assert_eq!(rx.recv(), Ok(1)); }
    drop(rx);
    assert!(a.join().unwrap());
    b.join().unwrap();
}
`;
    expect(await seen('room.rs', text)).toEqual(fine);
  });

  it('a channel without room hands a message over, and a receiver that is gone gives it back', async () => {
    const text = `use std::sync::mpsc::{sync_channel, TrySendError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
static TAKEN: AtomicBool = AtomicBool::new(false);
fn main() {
    let (tx, rx) = sync_channel(0);
    let t = thread::spawn(move || {
        tx.send(5).unwrap();
        assert!(TAKEN.load(Ordering::Relaxed), "not yet taken");
        assert!(matches!(tx.try_send(6), Err(TrySendError::Disconnected(6)) | Err(TrySendError::Full(6))));
    });
    TAKEN.store(true, Ordering::Relaxed);
    assert_eq!(rx.recv(), Ok(5));
    drop(rx);
    t.join().unwrap();
}
`;
    expect(await seen('handed.rs', text)).toEqual(fine);
  });

  it('a receive from senders that send nothing is a deadlock', async () => {
    const text = `use std::sync::mpsc::channel;
fn main() {
    let (tx, rx) = channel::<u32>();
    let _ = rx.recv();
    drop(tx);
}
`;
    const { findings } = await seen('deadlock.rs', text);
    expect(findings.length).toBe(1);
    expect(findings[0]).toMatch(/^4: main waits for Message<u32>->sent/);
  });

  it('a signal runs its handler in the thread that raises it', async () => {
    const text = `use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
static FLAG: AtomicBool = AtomicBool::new(false);
extern "C" { fn signal(n: i32, h: extern "C" fn(i32)) -> usize; fn raise(n: i32) -> i32; }
extern "C" fn on(_: i32) { FLAG.store(true, Ordering::Relaxed); }
fn main() {
    let t = thread::spawn(|| unsafe { signal(10, on); raise(10); });
    let early = FLAG.load(Ordering::Relaxed);
    t.join().unwrap();
    assert!(FLAG.load(Ordering::Relaxed));
    assert!(!early, "seen early");
}
`;
    const { findings, ...rest } = await seen('signal.rs', text);
    expect(rest).toEqual({ runs: true, cuts: [] });
    expect(findings.length).toBe(1);
    expect(findings[0]).toMatch(/^11: .*seen early/);
  });

  it('names what an Arc holds, and the members of a static that the compiler has divided', async () => {
    const text = `use std::sync::{atomic::{AtomicU32, Ordering::Relaxed}, Arc};
use std::thread;
struct Ring { slot: AtomicU32, tail: AtomicU32 }
static SHARED: Ring = Ring { slot: AtomicU32::new(0), tail: AtomicU32::new(0) };
fn main() {
  let ring = Arc::new(Ring { slot: AtomicU32::new(0), tail: AtomicU32::new(0) });
  let other = ring.clone();
  let t = thread::spawn(move || {
    other.slot.store(1, Relaxed);
    other.tail.store(SHARED.slot.load(Relaxed) + 1, Relaxed);
    SHARED.tail.store(1, Relaxed);
  });
  SHARED.slot.store(1, Relaxed);
  assert!(ring.tail.load(Relaxed) < 3 && SHARED.tail.load(Relaxed) < 2);
  t.join().unwrap();
}
`;
    const path = join(folder, 'names.rs');
    writeFileSync(path, text);
    const wanted = ['Ring.slot', 'Ring.tail', 'SHARED.slot', 'SHARED.tail'];
    expect(await namesIn(path)).toEqual(expect.arrayContaining(wanted));
  });

  it('a thread may be given a name that is formatted', async () => {
    const text = `use std::thread;
fn main() {
  for k in 0..2 {
    let t = thread::Builder::new().name(format!("worker {k}")).spawn(move || assert!(k < 2)).unwrap();
    t.join().unwrap();
  }
}
`;
    expect(await seen('named.rs', text)).toEqual(fine);
  });

  it('a value of any type is told by its type', async () => {
    const text = `use std::any::Any;
fn main() {
    let all: Vec<Box<dyn Any>> = vec![Box::new(7u32), Box::new("seven"), Box::new(8u32)];
    assert_eq!(all.iter().filter(|m| m.downcast_ref::<u32>().is_some()).count(), 2);
}
`;
    expect(await seen('any.rs', text)).toEqual(fine);
  });

  it('a panic that is handed on is a finding', async () => {
    const text = `use std::panic::resume_unwind;
use std::thread;
fn main() {
    let t = thread::spawn(|| 1);
    match t.join() { Ok(n) if n == 1 => resume_unwind(Box::new(n)), Ok(_) => (), Err(e) => resume_unwind(e) }
}
`;
    expect((await seen('handed-on.rs', text)).findings).toEqual(['5: panic: of another thread goes on']);
  });

  it('a panic whose message has values says that they are not shown', async () => {
    const text = `use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
static I: AtomicUsize = AtomicUsize::new(0);
fn main() {
    let t = std::thread::spawn(|| I.store(3, Relaxed));
    let i = I.load(Relaxed);
    if i == 3 { panic!("i is {i}"); }
    assert_eq!(I.load(Relaxed), 0);
    assert!([1, 2, 3][I.load(Relaxed)] > 0);
    t.join().unwrap();
}
`;
    expect((await seen('values.rs', text)).findings.toSorted()).toEqual([
      '6: panic with a message that is formatted, and not shown',
      '7: assertion `left == right` failed: the values are not shown',
      '8: panic: index out of bounds: the index and the length are not shown',
    ]);
  });

  it('a barrier has one leader', async () => {
    const text = `use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Barrier;
use std::thread;
fn main() {
    let (barrier, leaders) = (Barrier::new(2), AtomicUsize::new(0));
    let wait = || { if barrier.wait().is_leader() { leaders.fetch_add(1, Ordering::Relaxed); } };
    thread::scope(|s| { s.spawn(wait); wait(); });
    assert_eq!(leaders.load(Ordering::Relaxed), 1);
}
`;
    expect(await seen('barrier.rs', text)).toEqual(fine);
  });
});
