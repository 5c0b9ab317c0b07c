// Waits end when they shall, those with a time limit by themselves, and clocks do not run backwards. Each program has the findings that it has under SC.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCompiler } from '../../../src/frontend/compile/compilers.js';
import { fine, seenIn } from './seen.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(folder, { recursive: true }));
const seen = seenIn(folder);

describe.skipIf(findCompiler('rust', undefined, process.env) === undefined)('Rust', () => {
  it('a receive with a time limit ends without a message', async () => {
    const text = `use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;
fn main() {
    let (tx, rx) = channel::<u32>();
    assert_eq!(rx.recv_timeout(Duration::from_millis(10)), Err(RecvTimeoutError::Timeout));
    drop(tx);
    assert_eq!(rx.recv_timeout(Duration::from_millis(10)), Err(RecvTimeoutError::Disconnected));
}
`;
    expect(await seen('receive.rs', text)).toEqual(fine);
  });

  it('a loop of receives with a time limit waits', async () => {
    const text = `use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread;
use std::time::Duration;
fn main() {
    let (tx, rx) = channel::<u32>();
    let t = thread::spawn(move || { tx.send(1).unwrap(); tx.send(2).unwrap(); });
    let mut sum = 0;
    loop {
        match rx.recv_timeout(Duration::from_millis(10)) {
            Ok(n) => sum += n,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    t.join().unwrap();
    assert_eq!(sum, 3);
}
`;
    expect(await seen('receives.rs', text)).toEqual(fine);
  });

  it('a thread that parks for some time goes on, and a loop of it waits', async () => {
    const text = `use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
static READY: AtomicBool = AtomicBool::new(false);
fn main() {
    thread::park_timeout(Duration::from_millis(5));
    let main = thread::current();
    let t = thread::spawn(move || { READY.store(true, Ordering::Release); main.unpark(); });
    while !READY.load(Ordering::Acquire) { thread::park_timeout(Duration::from_millis(5)); }
    t.join().unwrap();
}
`;
    expect(await seen('parks.rs', text)).toEqual(fine);
  });

  it('a wait for a condition ends without a notification', async () => {
    const text = `use std::sync::{Condvar, Mutex};
use std::time::Duration;
fn main() {
    let (mutex, condition) = (Mutex::new(false), Condvar::new());
    let (guard, result) = condition.wait_timeout(mutex.lock().unwrap(), Duration::from_millis(3)).unwrap();
    assert!(result.timed_out() && !*guard);
    let (guard, result) = condition.wait_timeout_while(guard, Duration::from_millis(3), |ready| !*ready).unwrap();
    assert!(result.timed_out() && !*guard);
}
`;
    const { findings, runs } = await seen('condition.rs', text);
    expect({ findings, runs }).toEqual({ findings: [], runs: true });
  });

  it('time goes on, and longer than the thread sleeps', async () => {
    const text = `use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
fn main() {
    let begin = Instant::now();
    thread::sleep(Duration::from_millis(3));
    let slept = begin.elapsed();
    assert!(slept >= Duration::from_millis(3));
    let end = Instant::now();
    assert!(end >= begin && end - begin >= slept && end.duration_since(begin) >= slept);
    assert!(begin.checked_duration_since(end).is_none());
    let mut later = end + Duration::from_millis(1500);
    later -= Duration::from_millis(700);
    assert_eq!(later - end, Duration::from_millis(800));
    assert!(SystemTime::now().duration_since(UNIX_EPOCH).unwrap() > Duration::ZERO);
    assert!(UNIX_EPOCH.duration_since(SystemTime::now()).is_err());
}
`;
    expect(await seen('clock.rs', text)).toEqual(fine);
  });

  it('a loop may wait until a time, which may come or not', async () => {
    const text = `use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
static READY: AtomicBool = AtomicBool::new(false);
fn main() {
    let t = thread::spawn(|| READY.store(true, Ordering::Release));
    let end = Instant::now() + Duration::from_millis(50);
    while !READY.load(Ordering::Acquire) {
        assert!(Instant::now() < end, "too late");
        thread::yield_now();
    }
    t.join().unwrap();
}
`;
    const { findings, ...rest } = await seen('until.rs', text);
    expect(rest).toEqual({ runs: true, cuts: [] });
    expect(findings).toEqual(['9: too late']);
  });

  it('threads have names and numbers', async () => {
    const text = `use std::thread;
fn main() {
    assert_eq!(thread::current().name(), Some("main"));
    let own = || (thread::current().id(), thread::current().name().map(|n| n.len()));
    let t = thread::Builder::new().name("worker".to_string()).spawn(own).unwrap();
    let u = thread::spawn(own);
    let (id, other) = (t.thread().id(), u.thread().id());
    assert!(id != other && id != thread::current().id());
    assert_eq!(t.join().unwrap(), (id, Some(6)));
    assert_eq!(u.join().unwrap(), (other, None));
    assert!(thread::available_parallelism().unwrap().get() > 0);
}
`;
    expect(await seen('names.rs', text)).toEqual(fine);
  });
});

describe.skipIf(findCompiler('c++', undefined, process.env) === undefined)('C++', () => {
  it('time goes on, and longer than the thread sleeps', async () => {
    const text = `#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono;
int main() {
  auto begin = steady_clock::now();
  std::this_thread::sleep_for(5ms);
  auto slept = steady_clock::now() - begin;
  assert(slept >= 5ms && duration_cast<milliseconds>(slept).count() >= 5);
  auto now = system_clock::now();
  assert(system_clock::now() >= now);
}
`;
    expect(
      await seen('clock.cpp', text.replace('chrono;', 'chrono;\nusing namespace std::chrono_literals;')),
    ).toEqual(fine);
  });

  it('a loop may wait until a time, and threads may be as many as processors', async () => {
    const text = `#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>
#include <vector>
using namespace std::chrono;
std::atomic<bool> ready{false};
std::atomic<unsigned> count{0};
int main() {
  std::vector<std::thread> all;
  unsigned n = std::thread::hardware_concurrency();
  for (unsigned i = 0; i < n; i++) all.emplace_back([] { count++; ready = true; });
  auto end = steady_clock::now() + milliseconds(50);
  while (!ready && steady_clock::now() < end) std::this_thread::yield();
  for (auto &t : all) t.join();
  assert(count == n);
}
`;
    expect(await seen('until.cpp', text)).toEqual(fine);
  });

  it('a semaphore may be waited for with a time limit, once or in a loop', async () => {
    const text = `#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>
using namespace std::chrono_literals;
std::binary_semaphore s(0);
int x;
int main() {
  std::thread t([] { x = 1; s.release(); });
  if (s.try_acquire_for(1ms)) assert(x == 1);
  else while (!s.try_acquire_for(1ms)) {}
  assert(x == 1);
  t.join();
}
`;
    expect(await seen('semaphore.cpp', text)).toEqual(fine);
  });

  it('a semaphore may guard what threads share', async () => {
    const text = `#include <cassert>
#include <semaphore>
#include <thread>
std::counting_semaphore<2> s(1);
int x;
void work() { s.acquire(); x++; s.release(); }
int main() {
  std::thread t(work);
  work();
  t.join();
  assert(x == 2);
}
`;
    expect(await seen('guard.cpp', text)).toEqual(fine);
  });

  it('a latch is waited for, and so are atomics of all sizes', async () => {
    const text = `#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
std::latch latch(1);
std::atomic<int> number{0};
std::atomic<bool> byte{false};
int x;
int main() {
  std::thread t([] {
    x = 1; latch.count_down();
    number.store(1, std::memory_order_release); number.notify_one();
    byte.store(true, std::memory_order_release); byte.notify_all();
  });
  latch.wait();
  assert(x == 1);
  number.wait(0);
  byte.wait(false);
  assert(number == 1 && byte);
  t.join();
}
`;
    expect(await seen('latch.cpp', text)).toEqual(fine);
    const { findings } = await seen('lost.cpp', text.replace('byte.notify_all();', ''));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(/^18: main waits for a signal of /);
  });
});
