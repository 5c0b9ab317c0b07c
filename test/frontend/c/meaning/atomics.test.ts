// The mapping of C's atomics to events, and what it allows per model.

import { describe, expect, it } from 'vitest';
import { forEachStatement } from '../../../../src/program/statement.js';
import { parse, states } from '../run.js';

const globals =
  '#include <stdatomic.h>\nint x; volatile int v; atomic_int a; _Atomic unsigned char u; atomic_flag f = ATOMIC_FLAG_INIT; int *_Atomic p;';

/** Behind the statement, so that loads are events: a global that nothing writes is its initial value. */
const stores = 'x = 9; atomic_store_explicit(&a, 9, memory_order_relaxed);';

/** The events of one statement: R, W, U, F, S, A. */
function events(statement: string): string {
  const program = parse(`${globals}\nint main(void) { int r = 0; ${statement} ${stores} }`);
  const names: string[] = [];
  let inAtomic = 0;
  forEachStatement(program.threads[0].body, (s) => {
    if (s.kind === 'atomic') {
      names.push('A');
      forEachStatement(s.body, () => {
        inAtomic++;
      });
    } else if (inAtomic > 0) inAtomic--;
    else if (s.kind === 'load') names.push('R');
    else if (s.kind === 'store') names.push('W');
    else if (s.kind === 'rmw') names.push('U');
    else if (s.kind === 'fence' && s.fence !== 'load-load') names.push(s.fence === 'full' ? 'F' : 'S');
    else if (s.kind === 'lock' || s.kind === 'unlock') names.push(s.kind);
  });
  return names.slice(0, -2).join(' ');
}

describe('events', () => {
  it.each([
    ['r = x;', 'R'],
    ['x = 1;', 'W'],
    ['x++;', 'R W'],
    ['v = v + 1;', 'R W'],
    ['r = a;', 'R'],
    ['a = 1;', 'S W F'],
    ['a++;', 'F U F'],
    ['a += 2;', 'F U F'],
    ['a *= 2;', 'F U F'],
    ['a /= 2;', 'A'],
    ['u *= 2;', 'F U F'],
    ['u++;', 'F U F'],
    ['u |= 1;', 'F U F'],
    ['p++;', 'F U F'],
    ['r = atomic_load_explicit(&a, memory_order_relaxed);', 'R'],
    ['r = atomic_load_explicit(&a, memory_order_acquire);', 'R'],
    ['r = atomic_load(&a);', 'R'],
    ['atomic_store_explicit(&a, 1, memory_order_relaxed);', 'W'],
    ['atomic_store_explicit(&a, 1, memory_order_release);', 'S W'],
    ['atomic_store(&a, 1);', 'S W F'],
    ['__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);', 'S W F'],
    ['atomic_flag_clear(&f);', 'S W F'],
    ['atomic_init(&a, 1);', 'W'],
    ['atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);', 'U'],
    ['atomic_fetch_sub_explicit(&a, 1, memory_order_acquire);', 'U'],
    ['atomic_fetch_or_explicit(&a, 1, memory_order_release);', 'S U'],
    ['atomic_fetch_and_explicit(&a, 1, memory_order_acq_rel);', 'S U'],
    ['atomic_fetch_xor(&a, 1);', 'F U F'],
    ['r = atomic_exchange(&a, 1);', 'F U F'],
    ['r = atomic_compare_exchange_strong(&a, &r, 1);', 'F U F'],
    ['atomic_compare_exchange_weak_explicit(&a, &r, 1, memory_order_acquire, memory_order_relaxed);', 'U'],
    ['r = atomic_flag_test_and_set_explicit(&f, memory_order_acquire);', 'U'],
    ['atomic_flag_clear_explicit(&f, memory_order_release);', 'S W'],
    ['atomic_thread_fence(memory_order_seq_cst);', 'F'],
    ['atomic_thread_fence(memory_order_release);', 'S'],
    ['atomic_thread_fence(memory_order_acq_rel);', 'S'],
    ['atomic_thread_fence(memory_order_acquire);', ''],
    ['atomic_signal_fence(memory_order_seq_cst);', ''],
    ['__atomic_store_n(&x, 1, __ATOMIC_RELEASE);', 'S W'],
    ['r = __atomic_load_n(&x, __ATOMIC_SEQ_CST);', 'R'],
    ['__atomic_fetch_add(&x, 1, __ATOMIC_ACQ_REL);', 'S U'],
    ['r = __atomic_add_fetch(&x, 1, __ATOMIC_RELAXED);', 'U'],
    ['r = __atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST);', 'F U F'],
    ['__atomic_compare_exchange_n(&x, &r, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);', 'S U'],
    ['__atomic_thread_fence(__ATOMIC_SEQ_CST);', 'F'],
    ['__sync_synchronize();', 'F'],
    ['__sync_fetch_and_add(&x, 1);', 'F U F'],
    ['r = __sync_bool_compare_and_swap(&x, 0, 1);', 'F U F'],
    ['r = __sync_lock_test_and_set(&x, 1);', 'F U F'],
    ['__sync_lock_release(&x);', 'S W'],
    ['asm volatile("mfence" ::: "memory");', 'F'],
    ['__asm__ __volatile__("sfence" ::: "memory");', 'S'],
    ['asm volatile("" ::: "memory");', ''],
    ['asm volatile("pause");', ''],
    ['asm volatile("lock; addl $0,0(%%rsp)" ::: "memory");', 'F'],
    ['asm volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc");', 'F'],
    ['asm volatile("lock; orl $0x0,(%%esp)" ::: "memory", "cc");', 'F'],
    ['r = r + 1;', ''],
    ['int local[3] = { 1 }; local[2] = r; r = local[r];', ''],
    ['int local; int *q = &local; *q = 1;', ''],
    ['int local; p = &local;', 'S W F'],
    ['int local; p = &local; local = 2; r = local;', 'S W F W R'],
    ['_Atomic int local; local = 2;', 'S W F'],
  ])('%s', (statement, expected) => {
    expect(events(statement)).toBe(expected);
  });

  it('takes a memory order through a constant parameter', () => {
    const text = `${globals}\nstatic void put(atomic_int *t, int v, memory_order o) { atomic_store_explicit(t, v, o); }
      int main(void) { put(&a, 1, memory_order_release); }`;
    expect(parse(text).threads[0].body.map((s) => s.kind)).toEqual(['fence', 'store']);
  });
});

/** Store buffering and message passing with given stores and loads. */
const storeBuffering = (store: string, load: string, between = ''): string => `${globals}
  #include <pthread.h>
  atomic_int b; int r0, r1;
  void *t0(void *z) { ${store.replaceAll('@', 'a')} ${between} r0 = ${load.replaceAll('@', 'b')}; return z; }
  void *t1(void *z) { ${store.replaceAll('@', 'b')} ${between} r1 = ${load.replaceAll('@', 'a')}; return z; }
  int main(void) { pthread_t p, q; pthread_create(&p, 0, t0, 0); pthread_create(&q, 0, t1, 0); pthread_join(p, 0); pthread_join(q, 0); }`;

const messagePassing = (data: string, flag: string): string => `${globals}
  #include <pthread.h>
  atomic_int b; int r0, r1;
  void *t0(void *z) { ${data.replaceAll('@', 'a')} ${flag.replaceAll('@', 'b')} return z; }
  void *t1(void *z) { r0 = b; r1 = a; return z; }
  int main(void) { pthread_t p, q; pthread_create(&p, 0, t0, 0); pthread_create(&q, 0, t1, 0); pthread_join(p, 0); pthread_join(q, 0); }`;

const observe = { observe: ['r0', 'r1'] };
const relaxed = 'atomic_store_explicit(&@, 1, memory_order_relaxed);';
const released = 'atomic_store_explicit(&@, 1, memory_order_release);';

describe('behaviour', () => {
  it.each([
    ['relaxed stores', storeBuffering(relaxed, 'atomic_load_explicit(&@, memory_order_relaxed)'), true],
    ['release and acquire', storeBuffering(released, 'atomic_load_explicit(&@, memory_order_acquire)'), true],
    ['seq_cst', storeBuffering('@ = 1;', '@'), false],
    ['relaxed with mfence', storeBuffering(relaxed, '@', 'asm volatile("mfence" ::: "memory");'), false],
    ['exchange', storeBuffering('atomic_exchange_explicit(&@, 1, memory_order_relaxed);', '@'), false],
  ])('store buffering: %s', (_, text, both) => {
    expect(states(text, 'sc', observe)).not.toContain('r0=0 r1=0');
    expect(states(text, 'tso', observe).includes('r0=0 r1=0')).toBe(both);
  });

  it.each(['relaxed', 'release', 'seq_cst'].flatMap((s) => ['relaxed', 'seq_cst'].map((l) => [s, l])))(
    'a struct of 8 bytes is to others what an integer is: stores %s, loads %s',
    (store, load) => {
      const program = (type: string, make: (n: number) => string, of: string): string =>
        `#include <pthread.h>\n#include <stdatomic.h>\nstruct s { short a; int b; }; _Atomic ${type} x, y; int r0, r1, r2;
         void *f(void *p) { ${type} v = ${make(1)}; atomic_store_explicit(&x, v, memory_order_${store}); v = atomic_load_explicit(&y, memory_order_${load}); r0 = ${of}; return 0; }
         int main(void) { pthread_t t; ${type} v = ${make(2)}, w = v; pthread_create(&t, 0, f, 0);
           atomic_store_explicit(&y, v, memory_order_${store}); v = atomic_load_explicit(&x, memory_order_${load}); r1 = ${of};
           r2 = atomic_compare_exchange_strong_explicit(&x, &v, w, memory_order_${load}, memory_order_relaxed); pthread_join(t, 0); }`;
      const struct = program('struct s', (n) => `{ -${n}, ${n} }`, 'v.b == -v.a ? v.b : 9');
      const integer = program('unsigned long', (n) => `${n}`, 'v');
      for (const model of ['sc', 'tso', 'pso'] as const) {
        const found = states(struct, model, { observe: ['r0', 'r1', 'r2'] });
        expect(found).toEqual(states(integer, model, { observe: ['r0', 'r1', 'r2'] }));
        expect(found.length).toBeGreaterThan(2);
      }
    },
  );

  describe('a weak compare-exchange', () => {
    const always = { defines: ['DIPTYCH_SPURIOUS_FAILURES'] };
    const once = (call: string): string =>
      `#include <stdatomic.h>\natomic_int x = 1; int y = 1, r, e = 1, w = 1; int main(void) { r = ${call}; }`;

    it.each(['atomic_compare_exchange_weak(&x, &e, 2)', '__atomic_compare_exchange_n(&x, &e, 2, w, 5, 0)'])(
      'may fail by chance: %s',
      (call) => {
        const found = states(once(call), 'sc', { observe: ['x', 'r', 'e'] });
        expect(found).toEqual(['x=1 r=0 e=1', 'x=2 r=1 e=1']);
      },
    );

    it.each([
      'atomic_compare_exchange_strong(&x, &e, 2)',
      '__atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5)',
      '__atomic_compare_exchange_n(&x, &e, 2, !w, 5, 5)',
    ])('one that is not does not: %s', (call) => {
      expect(states(once(call), 'sc', { observe: ['x', 'r', 'e'] })).toEqual(['x=2 r=1 e=1']);
    });

    it('does not fail by chance where that is left out', () => {
      const text = once('atomic_compare_exchange_weak(&x, &e, 2)');
      const options = { observe: ['x', 'r', 'e'], defines: ['DIPTYCH_NO_SPURIOUS_FAILURES'] };
      expect(states(text, 'sc', options)).toEqual(['x=2 r=1 e=1']);
    });

    const twoThreads = (body: string): string => `#include <pthread.h>\n#include <stdatomic.h>
      atomic_int x, y; int r0, r1;
      int f(int n) { int e = atomic_load_explicit(&x, memory_order_relaxed), r = 0; ${body} return r + 4 * e; }
      void *one(void *p) { r0 = f(1); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); r1 = f(2); pthread_join(t, 0); }`;
    const weak = (order: string): string =>
      `atomic_compare_exchange_weak_explicit(&x, &e, e + n, memory_order_${order}, memory_order_relaxed)`;

    it.each([
      `r = ${weak('relaxed')};`,
      `atomic_store_explicit(&y, n, memory_order_relaxed); if (!${weak('release')}) r = atomic_load(&y);`,
      `for (int i = 0; i < 2; i++) r += ${weak('seq_cst')};`,
    ])('does outside of loops what the macro makes of it: %s', (body) => {
      for (const model of ['sc', 'tso', 'pso'] as const)
        expect(states(twoThreads(body), model)).toEqual(states(twoThreads(body), model, always));
    });

    it.each([
      `while (!${weak('relaxed')}) r = 1; r = 0;`,
      `again: if (!${weak('acquire')}) goto again;`,
      `do e = atomic_load(&y); while (!${weak('seq_cst')} && e < 2);`,
    ])('shows nothing new in a loop that tries until it succeeds: %s', (body) => {
      const inRounds = { ...always, unroll: 3 };
      expect(states(twoThreads(body), 'tso')).toEqual(states(twoThreads(body), 'tso', inRounds));
    });
  });

  it('a struct of 16 bytes is never seen in parts', () => {
    const text = `#include <pthread.h>\n#include <stdatomic.h>\nstruct s { long a, b; }; _Atomic struct s x; int r;
      void *f(void *p) { struct s v = { 1, 1 }; atomic_store(&x, v); v.a = v.b = 2; x = v; return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct s v = atomic_load(&x), w = { v.a + 3, v.b + 3 };
        r = v.a != v.b; if (!atomic_compare_exchange_strong(&x, &v, w)) r += v.a != v.b; v = x; r += v.a != v.b; pthread_join(t, 0); }`;
    for (const model of ['sc', 'tso', 'pso'] as const) expect(states(text, model)).toEqual(['r=0']);
  });

  describe('an order that is only known when the program runs', () => {
    const publish = (send: string, receive: string) => `#include <pthread.h>
#include <stdatomic.h>
int o, r0, r1; atomic_int x, y;
void *f(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); ${send} return p; }
int main(void) { pthread_t t; o = __VERIFIER_nondet_bool() ? memory_order_relaxed : memory_order_seq_cst;
  pthread_create(&t, 0, f, 0); ${receive} r1 = atomic_load_explicit(&x, memory_order_relaxed); pthread_join(t, 0); }`;
    const either = (operation: (order: string) => string) =>
      `if (o) { ${operation('memory_order_seq_cst')} } else { ${operation('memory_order_relaxed')} }`;
    const load = (order: string) => `r0 = atomic_load_explicit(&y, ${order});`;
    it.each([
      ['store', (order: string) => `atomic_store_explicit(&y, 1, ${order});`],
      ['exchange', (order: string) => `atomic_exchange_explicit(&y, 1, ${order});`],
      ['fetch', (order: string) => `atomic_fetch_add_explicit(&y, 1, ${order});`],
      [
        'exchange that compares',
        (order: string) =>
          `int e = 0; atomic_compare_exchange_strong_explicit(&y, &e, 1, ${order}, memory_order_relaxed);`,
      ],
      ['fence', (order: string) => `atomic_thread_fence(${order}); atomic_store_explicit(&y, 1, 0);`],
    ])('is what it is then: %s', (_, operation) => {
      const chosen = states(publish(operation('o'), load('o')), 'pso');
      expect(chosen).toEqual(states(publish(either(operation), either(load)), 'pso'));
      expect(chosen.some((state) => /o=0 r0=1 r1=0/.test(state))).toBe(true);
      expect(chosen.some((state) => /o=5 r0=1 r1=0/.test(state))).toBe(false);
    });
  });

  it.each([
    ['relaxed', messagePassing(relaxed, relaxed), true],
    ['release', messagePassing(relaxed, released), false],
    ['seq_cst', messagePassing(relaxed, '@ = 1;'), false],
    ['seq_cst data and flag', messagePassing('@ = 1;', '@ = 1;'), false],
    ['sfence', messagePassing(relaxed, `asm volatile("sfence");${relaxed}`), false],
    [
      'release RMW',
      messagePassing(relaxed, 'atomic_fetch_add_explicit(&@, 1, memory_order_release);'),
      false,
    ],
    ['relaxed RMW', messagePassing(relaxed, 'atomic_fetch_add_explicit(&@, 1, memory_order_relaxed);'), true],
  ])('message passing: %s', (_, text, stale) => {
    expect(states(text, 'tso', observe)).not.toContain('r0=1 r1=0');
    expect(states(text, 'pso', observe).includes('r0=1 r1=0')).toBe(stale);
  });
});

it('compares a number with a pointer of its size, and the other way round', () => {
  const text = `#include <stdatomic.h>
    #include <stdint.h>
    atomic_uintptr_t t; int *_Atomic p; int x, y, z;
    int main(void) {
      int *c = 0, *d = &x; uintptr_t n = 0;
      x = atomic_compare_exchange_strong(&t, &c, (uintptr_t)d) && c == 0;
      x += !atomic_compare_exchange_strong_explicit(&t, &c, 0, 0, 0) && c == d;
      y = __atomic_compare_exchange_n(&p, &n, d, 0, 5, 5) && n == 0;
      y += !atomic_compare_exchange_weak(&p, &n, d) && n == (uintptr_t)d;
      z = t == (uintptr_t)d && p == d;
    }`;
  // gcc's program has the same values
  expect(states(text, 'sc', { observe: ['x', 'y', 'z'] })).toEqual(['x=2 y=2 z=1']);
});
