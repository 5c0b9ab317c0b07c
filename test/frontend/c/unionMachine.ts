// A machine that has bytes, and buffers of stores of several bytes: the reference for unions that threads share.

import fc from 'fast-check';
import type { ModelName } from '../../../src/execution/execution.js';

interface Op {
  readonly kind: 'load' | 'store';
  readonly name: keyof typeof sizes;
  readonly value: number;
}

const sizes = { c: 1, h: 2, i: 4, l: 8, x: 4 } as const;
const places = {
  c: 'u.c',
  h: 'u.h',
  i: 'u.i',
  l: 'u.l',
  x: 'x',
} as const;
const offsets = { c: 0, h: 0, i: 0, l: 0, x: 8 } as const;
const offsetOf = ({ name }: Op): number => offsets[name];

export function textOf(threads: readonly (readonly Op[])[]): string {
  const bodies = threads.map((ops, t) =>
    [
      ...ops.map((op, i) =>
        op.kind === 'load'
          ? `long a${i} = ${places[op.name]};`
          : `${places[op.name]} = ${op.value}${op.name === 'l' ? ' + (3l << 40)' : ''};`,
      ),
      ...ops.map((op, i) => (op.kind === 'load' ? `r${t}${i} = a${i};` : '')),
    ].join(' '),
  );
  const results = threads.flatMap((ops, t) => ops.map((_, i) => `r${t}${i}`));
  return `#include <pthread.h>
    struct { int kind; union { signed char c; short h; int i; long l; } u; } s; int x; long ${results.join(', ')};
    #define u s.u
    void *f(void *a) { ${bodies[1]} return a; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ${bodies[0]} pthread_join(t, 0); }`;
}

interface Store {
  readonly offset: number;
  readonly size: number;
  readonly value: bigint;
}

interface Reference {
  readonly outcomes: ReadonlySet<string>;
  /** Some load is wider than the store that it finds. */
  readonly punned: boolean;
}

export function reference(threads: readonly (readonly Op[])[], model: ModelName): Reference {
  const outcomes = new Set<string>();
  let punned = false;
  const seen = new Set<string>();
  const overlap = (a: Store, b: Store): boolean =>
    a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  /** All stores that reached memory, in order, then those of the thread's buffer: the last one wins, byte for byte. */
  const read = (stores: readonly Store[], op: Op): bigint => {
    const [offset, size] = [offsetOf(op), sizes[op.name]];
    let value = 0n;
    for (let i = 0; i < size; i++) {
      const last = stores.findLast((s) => s.offset <= offset + i && offset + i < s.offset + s.size);
      if (last === undefined) continue;
      if (last.size < size) punned = true;
      const byte = (last.value >> BigInt((offset + i - last.offset) * 8)) & 255n;
      value |= byte << BigInt(i * 8);
    }
    return BigInt.asIntN(size * 8, value);
  };
  const go = (
    memory: readonly Store[],
    buffers: readonly (readonly Store[])[],
    pcs: readonly number[],
    results: readonly (readonly bigint[])[],
  ): void => {
    const key = JSON.stringify([memory, buffers, pcs, results], (_, v) =>
      typeof v === 'bigint' ? `${v}` : v,
    );
    if (seen.has(key)) return;
    seen.add(key);
    if (pcs.every((pc, t) => pc === threads[t].length) && buffers.every((b) => b.length === 0))
      outcomes.add(results.flat().join(' '));
    threads.forEach((ops, t) => {
      buffers[t].forEach((store, i) => {
        const older = buffers[t].slice(0, i);
        if (model === 'pso' ? older.some((other) => overlap(other, store)) : i > 0) return;
        go([...memory, store], buffers.with(t, buffers[t].toSpliced(i, 1)), pcs, results);
      });
      const op = ops[pcs[t]];
      if (op === undefined) return;
      const next = pcs.with(t, pcs[t] + 1);
      if (op.kind === 'load') {
        const value = read([...memory, ...buffers[t]], op);
        go(memory, buffers, next, results.with(t, [...results[t], value]));
        return;
      }
      const value = BigInt(op.value) + (op.name === 'l' ? 3n << 40n : 0n);
      const store = { offset: offsetOf(op), size: sizes[op.name], value };
      const kept = results.with(t, [...results[t], 0n]);
      if (model === 'sc') go([...memory, store], buffers, next, kept);
      else go(memory, buffers.with(t, [...buffers[t], store]), next, kept);
    });
  };
  go([], [[], []], [0, 0], [[], []]);
  return { outcomes, punned };
}

const anyOp: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom('load', 'store'),
  name: fc.constantFrom('c', 'h', 'i', 'l', 'l', 'x'),
  value: fc.integer({ min: -3, max: 100 }),
});
export const anyThreads = fc.array(fc.array(anyOp, { minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 2,
});
