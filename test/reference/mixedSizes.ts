// Random programs that see four bytes through accesses of different sizes, and a machine for them with buffers of such stores: a store
// of any size is one entry and reaches memory at once; a load takes the last entry that it meets, if that covers it, and waits
// otherwise. Shares nothing with diptych.

import type { Random } from '../../src/support/prng.js';

export type MixedOp =
  | { readonly kind: 'store'; readonly at: number; readonly bytes: number; readonly value: number }
  | { readonly kind: 'load'; readonly at: number; readonly bytes: number; readonly into: number }
  | { readonly kind: 'add'; readonly value: number }
  | { readonly kind: 'fence' | 'lock' | 'unlock' };

export interface MixedProgram {
  readonly threads: readonly (readonly MixedOp[])[];
  readonly results: number;
}

/** Bytes 0 to 3 are the union, 4 and 5 two flags. */
const memoryBytes = 6;
const masks: Readonly<Record<number, number>> = { 1: 0xff, 2: 0xffff, 4: 0xffffffff };

export function randomMixed(random: Random): MixedProgram {
  let results = 0;
  const below = (n: number): number => random.int(0, n - 1);
  const place = (): { at: number; bytes: number } => {
    const bytes = random.pick([1, 2, 4, 4]);
    if (below(4) === 0) return { at: 4 + below(2), bytes: 1 };
    return { at: bytes * below(4 / bytes), bytes };
  };
  const one = (): MixedOp => {
    const kind = below(10);
    if (kind === 0) return { kind: 'fence' };
    if (kind === 1) return { kind: 'add', value: 1 + below(3) * 0x100 };
    const { at, bytes } = place();
    if (kind < 6)
      return { kind: 'store', at, bytes, value: ((0x01010101 * (1 + below(3))) & masks[bytes]) >>> 0 };
    return { kind: 'load', at, bytes, into: results++ };
  };
  const thread = (): MixedOp[] => {
    const ops = Array.from({ length: 1 + below(3) }, one);
    return below(3) === 0 ? [{ kind: 'lock' }, ...ops, { kind: 'unlock' }] : ops;
  };
  const threads = [thread(), thread()];
  return { threads, results };
}

interface Entry {
  readonly at: number;
  readonly bytes: number;
  readonly value: number;
}

interface State {
  readonly memory: readonly number[];
  readonly buffers: readonly (readonly Entry[])[];
  readonly next: readonly number[];
  readonly owner: number;
  readonly results: readonly number[];
}

const written = (memory: readonly number[], { at, bytes, value }: Entry): number[] =>
  memory.map((old, i) => (i >= at && i < at + bytes ? (value >>> (8 * (i - at))) & 0xff : old));

const read = (memory: readonly number[], at: number, bytes: number): number =>
  memory.slice(at, at + bytes).reduceRight((high, low) => ((high << 8) | low) >>> 0, 0);

const meet = (a: { at: number; bytes: number }, b: { at: number; bytes: number }): boolean =>
  a.at < b.at + b.bytes && b.at < a.at + a.bytes;

/** The values that the loads find in all executions, in order. */
export function mixedOutcomes({ threads, results }: MixedProgram, model: 'sc' | 'tso' | 'pso'): number[][] {
  const found = new Map<string, number[]>();
  const seen = new Set<string>();
  const pending: State[] = [
    {
      memory: new Array<number>(memoryBytes).fill(0),
      buffers: threads.map(() => []),
      next: threads.map(() => 0),
      owner: -1,
      results: new Array<number>(results).fill(0),
    },
  ];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    const successors = threads.flatMap((ops, t) => [
      ...flushes(state, t, model),
      ...steps(state, t, ops[state.next[t]], model),
    ]);
    if (state.next.every((n, t) => n === threads[t].length) && state.buffers.every((b) => b.length === 0))
      found.set(JSON.stringify(state.results), [...state.results]);
    pending.push(...successors);
  }
  return [...found.values()];
}

const replaced = <T>(items: readonly T[], i: number, item: T): T[] =>
  items.map((old, k) => (k === i ? item : old));

function flushes(state: State, t: number, model: string): State[] {
  const buffer = state.buffers[t];
  return buffer.flatMap((entry, i) => {
    const mayGo = i === 0 || (model === 'pso' && !buffer.slice(0, i).some((older) => meet(older, entry)));
    if (!mayGo) return [];
    return [
      {
        ...state,
        memory: written(state.memory, entry),
        buffers: replaced(
          state.buffers,
          t,
          buffer.filter((_, k) => k !== i),
        ),
      },
    ];
  });
}

function steps(state: State, t: number, op: MixedOp | undefined, model: string): State[] {
  if (op === undefined) return [];
  const buffer = state.buffers[t];
  const after = { ...state, next: replaced(state.next, t, state.next[t] + 1) };
  if (op.kind === 'store')
    return model === 'sc'
      ? [{ ...after, memory: written(state.memory, op) }]
      : [
          {
            ...after,
            buffers: replaced(state.buffers, t, [...buffer, { at: op.at, bytes: op.bytes, value: op.value }]),
          },
        ];
  if (op.kind === 'load') {
    const last = buffer.findLast((entry) => meet(entry, op));
    if (last !== undefined && (last.at > op.at || last.at + last.bytes < op.at + op.bytes)) return [];
    const memory = last === undefined ? state.memory : written(state.memory, last);
    return [{ ...after, results: replaced(state.results, op.into, read(memory, op.at, op.bytes)) }];
  }
  if (buffer.length > 0) return [];
  switch (op.kind) {
    case 'fence':
      return [after];
    case 'add':
      return [
        {
          ...after,
          memory: written(state.memory, {
            at: 0,
            bytes: 4,
            value: (read(state.memory, 0, 4) + op.value) >>> 0,
          }),
        },
      ];
    case 'lock':
      return state.owner === -1 ? [{ ...after, owner: t }] : [];
    case 'unlock':
      return [{ ...after, owner: -1 }];
  }
}

/** As C, with the assertion that the loads do not find just these values. */
export function mixedText({ threads, results }: MixedProgram, unwanted: readonly number[]): string {
  const name = ({ at, bytes }: { at: number; bytes: number }): string => {
    if (at >= 4) return `f${at - 4}`;
    return bytes === 4 ? 'u.w' : bytes === 2 ? `u.h[${at / 2}]` : `u.b[${at}]`;
  };
  const statement = (op: MixedOp): string => {
    switch (op.kind) {
      case 'store':
        return `${name(op)} = ${op.value}u;`;
      case 'load':
        return `r[${op.into}] = ${name(op)};`;
      case 'add':
        return `__atomic_fetch_add(&u.w, ${op.value}, 5);`;
      case 'fence':
        return '__atomic_thread_fence(5);';
      case 'lock':
      case 'unlock':
        return `pthread_mutex_${op.kind}(&m);`;
    }
  };
  return `#include <assert.h>
#include <pthread.h>
#include <stdint.h>
union { volatile uint32_t w; volatile uint16_t h[2]; volatile uint8_t b[4]; } u;
volatile uint8_t f0, f1;
uint32_t r[${Math.max(1, results)}];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${threads.map((ops, t) => `void *t${t}(void *a) { ${ops.map(statement).join(' ')} return 0; }`).join('\n')}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.map((_, t) => `pthread_create(&t[${t}], 0, t${t}, 0);`).join(' ')}
  ${threads.map((_, t) => `pthread_join(t[${t}], 0);`).join(' ')}
  assert(!(${['1', ...unwanted.map((value, i) => `r[${i}] == ${value}u`)].join(' && ')}));
}
`;
}

/** Whether two accesses of different threads to the same bytes race: one stores, not both are atomic, and no lock orders them. */
export function mixedRace({ threads: [first, second] }: MixedProgram): boolean {
  const accesses = (ops: readonly MixedOp[]): MixedOp[] => ops.filter(({ kind }) => isAccess(kind));
  if (first[0].kind === 'lock' && second[0].kind === 'lock') return false;
  return accesses(first).some((a) => accesses(second).some((b) => conflict(a, b)));
}

const isAccess = (kind: MixedOp['kind']): boolean => kind === 'store' || kind === 'load' || kind === 'add';

function conflict(a: MixedOp, b: MixedOp): boolean {
  const area = (op: MixedOp): { at: number; bytes: number } => ('at' in op ? op : { at: 0, bytes: 4 });
  const plain = a.kind !== 'add' || b.kind !== 'add';
  return plain && (a.kind !== 'load' || b.kind !== 'load') && meet(area(a), area(b));
}
