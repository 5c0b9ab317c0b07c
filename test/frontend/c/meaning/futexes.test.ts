// syscall(SYS_futex, ...): both engines agree with a plain search of all interleavings on programs that sleep and
// wake. Mutexes written with it are right, or their mistakes are found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { findings, parse, run } from '../run.js';

const engine = await SymbolicEngine.start();

const headers = `#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
`;

type Op =
  | { readonly kind: 'set'; readonly cell: number; readonly value: number }
  | { readonly kind: 'wait'; readonly cell: number; readonly value: number; readonly timed: boolean }
  | { readonly kind: 'wake'; readonly cell: number; readonly count: number };

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), cell: fc.nat(1), value: fc.nat(1) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      cell: fc.nat(1),
      value: fc.constant(0),
      timed: fc.nat(3).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wake' as const), cell: fc.nat(1), count: fc.nat(2) }),
  },
);
const threads = fc.array(fc.array(op, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 });

/** Each result goes to a variable of its own. */
function programOf(bodies: readonly (readonly Op[])[]): string {
  const names: string[] = [];
  const statement = (o: Op): string => {
    if (o.kind === 'set') return `__atomic_store_n(&c${o.cell}, ${o.value}, 5);`;
    names.push(`r${names.length}`);
    const target = names[names.length - 1];
    if (o.kind === 'wake')
      return `${target} = syscall(SYS_futex, &c${o.cell}, FUTEX_WAKE, ${o.count}, 0, 0, 0);`;
    const time = o.timed ? '&soon' : '0';
    return `${target} = syscall(SYS_futex, &c${o.cell}, FUTEX_WAIT_PRIVATE, ${o.value}, ${time}, 0, 0) ? errno : 0;`;
  };
  const functions = bodies.map(
    (body, i) => `void *f${i}(void *q) { ${body.map(statement).join(' ')} return q; }`,
  );
  const each = (text: (i: number) => string): string => bodies.map((_, i) => text(i)).join(' ');
  return `${headers}const struct timespec soon = { 1, 0 }; int c0, c1; ${names.map((n) => `int ${n} = -1;`).join(' ')}
${functions.join('\n')}
int main(void) { pthread_t ${each((i) => `t${i}`).replaceAll(' ', ', ')}; ${each((i) => `pthread_create(&t${i}, 0, f${i}, 0);`)} ${each((i) => `pthread_join(t${i}, 0);`)} }`;
}

interface State {
  readonly cells: readonly number[];
  readonly at: readonly number[];
  /** The address at which each thread sleeps, or -1. */
  readonly asleep: readonly number[];
  readonly results: readonly number[];
}

const put = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((v, i) => (i === index ? value : v));

const subsets = (of: readonly number[], size: number): number[][] =>
  size === 0
    ? [[]]
    : of.flatMap((one, i) => subsets(of.slice(i + 1), size - 1).map((others) => [one, ...others]));

/** Final states, and whether some execution ends with a thread asleep. */
function expected(bodies: readonly (readonly Op[])[]): { states: string[]; deadlock: boolean } {
  const slots: number[][] = [];
  let count = 0;
  for (const body of bodies) slots.push(body.map((o) => (o.kind === 'set' ? -1 : count++)));
  const seen = new Set<string>();
  const states = new Set<string>();
  let deadlock = false;
  const visit = (s: State): void => {
    const key = JSON.stringify(s);
    if (seen.has(key)) return;
    seen.add(key);
    const ready = bodies.flatMap((body, t) => (s.asleep[t] === -1 && s.at[t] < body.length ? [t] : []));
    if (ready.length === 0) {
      const asleep = s.asleep.flatMap((cell, t) => (cell === -1 ? [] : [bodies[t][s.at[t] - 1]]));
      // one with a time would give up, which is another execution
      if (asleep.some((o) => o.kind !== 'wait' || !o.timed))
        deadlock ||= asleep.every((o) => o.kind !== 'wait' || !o.timed);
      else if (asleep.length === 0) states.add([...s.cells, ...s.results].join(' '));
      return;
    }
    for (const t of ready) {
      const o = bodies[t][s.at[t]];
      const next = { ...s, at: put(s.at, t, s.at[t] + 1) };
      const returns = (value: number): void =>
        visit({ ...next, results: put(s.results, slots[t][s.at[t]], value) });
      if (o.kind === 'set') visit({ ...next, cells: put(s.cells, o.cell, o.value) });
      else if (o.kind === 'wait') {
        if (s.cells[o.cell] !== o.value) returns(11);
        else {
          returns(0);
          if (o.timed) returns(110);
          // 0 is what it returns when it is woken
          visit({ ...next, asleep: put(s.asleep, t, o.cell), results: put(s.results, slots[t][s.at[t]], 0) });
        }
      } else {
        const waiting = bodies.flatMap((_, i) => (s.asleep[i] === o.cell ? [i] : []));
        const size = Math.min(waiting.length, Math.max(1, o.count));
        for (const woken of subsets(waiting, size))
          visit({
            ...next,
            asleep: s.asleep.map((cell, i) => (woken.includes(i) ? -1 : cell)),
            results: put(s.results, slots[t][s.at[t]], size),
          });
      }
    }
  };
  visit({
    cells: [0, 0],
    at: bodies.map(() => 0),
    asleep: bodies.map(() => -1),
    results: new Array<number>(count).fill(-1),
  });
  return { states: [...states].sort(), deadlock };
}

describe('threads that sleep and wake', () => {
  it('do what a plain search finds, in both engines', () => {
    fc.assert(
      fc.property(threads, (bodies) => {
        const text = programOf(bodies);
        const reference = expected(bodies);
        const program = parse(text);
        const explicit = run(text);
        expect([text, explicit.outcomes.map((values) => values.join(' ')).sort()]).toEqual([
          text,
          reference.states,
        ]);
        expect([text, explicit.findings.some(({ finding }) => finding.kind === 'deadlock')]).toEqual([
          text,
          reference.deadlock,
        ]);
        const symbolic = engine.outcomes(program, { model: 'sc', unroll: 8 });
        expect([text, symbolic.outcomes.map((values) => values.join(' ')).sort()]).toEqual([
          text,
          reference.states,
        ]);
        const found = engine.findings(program, { model: 'sc', unroll: 8 }).findings;
        expect([text, found.some(({ finding }) => finding.kind === 'deadlock')]).toEqual([
          text,
          reference.deadlock,
        ]);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 8) },
    );
  });
});

/** Drepper's second mutex (Futexes Are Tricky); `wakes` is the action of unlock where a thread may wait. */
const mutex = (wakes: string): string => `${headers}int word, count;
int futex(int *at, int operation, int value) { return syscall(SYS_futex, at, operation, value, NULL, NULL, 0); }
void lock(void) {
  int c = __sync_val_compare_and_swap(&word, 0, 1);
  if (c != 0)
    do {
      if (c == 2 || __sync_val_compare_and_swap(&word, 1, 2) != 0) futex(&word, FUTEX_WAIT, 2);
    } while ((c = __sync_val_compare_and_swap(&word, 0, 2)) != 0);
}
void unlock(void) {
  if (__sync_fetch_and_sub(&word, 1) != 1) { __atomic_store_n(&word, 0, 5); ${wakes} }
}
void *f(void *q) { lock(); count++; unlock(); return q; }
int main(void) {
  pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0);
  assert(count == 2);
}`;

const kindsOf = (text: string): string[][] => [
  [...new Set(findings(text, 'tso').map((line) => line.split(' ')[0]))],
  [
    ...new Set(
      engine.findings(parse(text), { model: 'tso', unroll: 3 }).findings.map(({ finding }) => finding.kind),
    ),
  ],
];

describe('locks built of futexes', () => {
  it('a mutex excludes, and no thread sleeps forever', () => {
    expect(kindsOf(mutex('futex(&word, FUTEX_WAKE, 1);'))).toEqual([[], []]);
  });

  it('a mutex whose unlock does not wake is a deadlock', () => {
    expect(kindsOf(mutex(''))).toEqual([['deadlock'], ['deadlock']]);
  });

  it('a wait that looks at another value than the word had sleeps for ever', () => {
    const late = `${headers}_Atomic int e; void *f(void *q) { e = 1; syscall(SYS_futex, &e, FUTEX_WAKE, 1); return q; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (e == 0) syscall(SYS_futex, &e, FUTEX_WAIT, e, NULL); }`;
    expect(kindsOf(late)).toEqual([['deadlock'], ['deadlock']]);
  });

  it('finds a waiter that does not look again: a wakeup may come from elsewhere', () => {
    const once = `${headers}_Atomic int e; void *f(void *q) { e = 1; syscall(SYS_futex, &e, FUTEX_WAKE, 1); return q; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (e == 0) syscall(SYS_futex, &e, FUTEX_WAIT, 0, NULL); assert(e); }`;
    expect(kindsOf(once)).toEqual([['assertion'], ['assertion']]);
  });

  it('waking does not touch the word, which may be freed', () => {
    const freed = `${headers}#include <stdlib.h>
int main(void) { int *w = malloc(4); *w = 1; free(w); syscall(SYS_futex, w, FUTEX_WAKE, 1);
  int v = 3; assert(syscall(SYS_futex, &v, FUTEX_WAIT_BITSET, 4, NULL, NULL, FUTEX_BITSET_MATCH_ANY) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, &v, FUTEX_WAKE_BITSET, 4, NULL, NULL, 0) == -1 && errno == EINVAL); }`;
    expect(kindsOf(freed)).toEqual([[], []]);
  });
});
