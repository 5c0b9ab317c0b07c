// The possible results of RELAXER's harnesses when each operation of the data structure is atomic: every interleaving
// of the threads' operations on a sequential queue, set or deque (RELAXER, section 5.2). The headers *Results.h of
// benchmarks/papers/structures hold these numbers, and a test compares them.

/** Changes the structure, and the digits it adds to the thread's result, if it returns something. */
type Operation<S> = (structure: S) => number | undefined;

interface Harness<S> {
  readonly initial: () => S;
  readonly threads: readonly (readonly Operation<S>[])[];
}

/** For every interleaving: the results of the operations, thread by thread, and the remaining content. */
export function atomicRuns<S>({
  initial,
  threads,
}: Harness<S>): { readonly digits: string; readonly left: S }[] {
  const orders = interleavings(threads.map(({ length }) => length));
  return orders.map((order) => {
    const left = initial();
    const digits = threads.map(() => '');
    const next = threads.map(() => 0);
    for (const thread of order) {
      const result = threads[thread]?.[next[thread] ?? 0]?.(left);
      next[thread] = (next[thread] ?? 0) + 1;
      if (result !== undefined) digits[thread] += String(result);
    }
    return { digits: digits.join(''), left };
  });
}

function interleavings(lengths: readonly number[]): number[][] {
  if (lengths.every((length) => length === 0)) return [[]];
  return lengths.flatMap((length, thread) =>
    length === 0
      ? []
      : interleavings(lengths.map((l, i) => (i === thread ? l - 1 : l))).map((rest) => [thread, ...rest]),
  );
}

/** The distinct numbers that the digits spell, in increasing order. */
export const numbers = (runs: readonly { readonly digits: string }[]): number[] =>
  [...new Set(runs.map(({ digits }) => Number(digits)))].sort((a, b) => a - b);

type Values = number[];
const enqueue = (v: number) => (q: Values) => void q.push(v);
const dequeue = (q: Values) => q.shift() ?? 0;
const pushLeft = (v: number) => (d: Values) => void d.unshift(v);
const popRight = (d: Values) => d.pop() ?? 0;
const pushRight = enqueue;
const popLeft = dequeue;

type Keys = Set<number>;
const insert = (k: number) => (s: Keys) => (s.has(k) ? 0 : s.add(k) && 1);
const remove = (k: number) => (s: Keys) => (s.delete(k) ? 1 : 0);
const contains = (k: number) => (s: Keys) => (s.has(k) ? 1 : 0);

const empty = (): Values => [];

export const queueHarness: Harness<Values> = {
  initial: empty,
  threads: [
    [enqueue(1), enqueue(2), dequeue, dequeue, enqueue(3)],
    [dequeue, dequeue, enqueue(4), enqueue(5), dequeue],
  ],
};

export const smallQueueHarness: Harness<Values> = {
  initial: empty,
  threads: [
    [enqueue(1), enqueue(2)],
    [dequeue, dequeue],
  ],
};

export const dequeHarness: Harness<Values> = {
  initial: empty,
  threads: [
    [pushRight(1), pushLeft(2), popRight, popLeft],
    [pushRight(3), pushLeft(4), popRight, popLeft],
  ],
};

export const smallDequeHarness: Harness<Values> = {
  initial: empty,
  threads: [
    [pushRight(1), popLeft],
    [pushLeft(4), popRight],
  ],
};

export const tinyDequeHarness: Harness<Values> = { initial: empty, threads: [[pushRight(1)], [popLeft]] };

export const setHarness: Harness<Keys> = {
  initial: () => new Set([3, 7]),
  threads: [
    [insert(-1), remove(2)],
    [remove(3), insert(1), contains(7)],
    [contains(3), insert(-5)],
  ],
};

export const smallSetHarness: Harness<Keys> = {
  initial: () => new Set([3]),
  threads: [
    [remove(3), insert(1)],
    [contains(3), insert(-5)],
  ],
};

export const tinySetHarness: Harness<Keys> = {
  initial: () => new Set([3]),
  threads: [[insert(1)], [contains(3)]],
};

/** The keys in order, each as the hexadecimal digit key + 6, as setHarness.h writes them. */
export const contents = (keys: Keys): number =>
  [...keys].sort((a, b) => a - b).reduce((digits, key) => digits * 16 + key + 6, 0);
