// Data races of threads that use what pthread.h and semaphore.h have, by a machine of its own: vector clocks over every interleaving,
// with what POSIX and C11 say each operation orders. A race is the two lines of its accesses.

import type { Cell, Instruction, Lock, Written } from './syncText.js';

type Clock = readonly number[];
const join = (a: Clock, b: Clock): Clock => a.map((n, i) => Math.max(n, b[i]));

interface Thread {
  readonly pc: number;
  readonly clock: Clock;
  /** At its last release fence, and what an acquire fence would learn. */
  readonly released: Clock;
  readonly pending: Clock;
  /** The round of the barrier it is in. */
  readonly round: number;
}

interface State {
  readonly threads: readonly Thread[];
  /** The holder of each lock: readers by number. */
  readonly holder: Readonly<Record<string, number>>;
  readonly depth: number;
  readonly readers: readonly number[];
  readonly clocks: Readonly<Record<string, Clock>>;
  readonly posts: number;
  readonly flag: number;
  /** The clock that each thread's release sequence on the flag carries. */
  readonly carried: readonly Clock[];
  readonly come: number;
  readonly once: number;
  readonly accesses: readonly {
    readonly t: number;
    readonly time: number;
    readonly cell: Cell;
    readonly writes: boolean;
    readonly line: number;
  }[];
}

/** The races, as `line line`; undefined if that takes more than so many states. */
export function syncRaces({ codes }: Written, mostStates: number): ReadonlySet<string> | undefined {
  const n = codes.length;
  const none: Clock = new Array<number>(n).fill(0);
  const start: State = {
    threads: codes.map((_, t) => ({
      pc: 0,
      clock: none.map((_, i) => (i === t ? 1 : 0)),
      released: none,
      pending: none,
      round: -1,
    })),
    holder: {},
    depth: 0,
    readers: [],
    clocks: {},
    posts: 0,
    flag: 0,
    carried: codes.map(() => none),
    come: 0,
    once: 0,
    accesses: [],
  };
  const races = new Set<string>();
  const seen = new Set<string>();
  const open: State[] = [start];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const now = state;
    codes.forEach((code, t) => {
      for (const next of steps(now, code, t, codes, races)) {
        const key = JSON.stringify(next);
        if (seen.has(key)) continue;
        seen.add(key);
        open.push(next);
      }
    });
    if (seen.size > mostStates) return undefined;
  }
  return races;
}

function steps(
  state: State,
  code: readonly Instruction[],
  t: number,
  codes: readonly (readonly Instruction[])[],
  races: Set<string>,
): readonly State[] {
  const thread = state.threads[t];
  if (thread.pc >= code.length) return [];
  const op = code[thread.pc];
  const none: Clock = thread.clock.map(() => 0);
  const clockOf = (name: string): Clock => state.clocks[name] ?? none;
  const go = (change: Partial<State> = {}, own: Partial<Thread> = {}): State => {
    const clock = (own.clock ?? thread.clock).map((c, i) => (i === t ? c + 1 : c));
    const threads = (change.threads ?? state.threads).map((other, i) =>
      i === t ? { ...other, pc: thread.pc + 1, ...own, clock } : other,
    );
    return { ...state, ...change, threads };
  };
  const learn = (...from: readonly Clock[]): Clock => from.reduce(join, thread.clock);
  const noting = (name: string, clock: Clock): Partial<State> => ({
    clocks: { ...state.clocks, [name]: clock },
  });
  const take = (lock: Lock): State | undefined => {
    if (lock === 'reader') {
      if (state.holder.writer !== undefined) return undefined;
      return go({ readers: [...state.readers, t].sort() }, { clock: learn(clockOf('writer')) });
    }
    if (lock === 'writer') {
      if (state.holder.writer !== undefined || state.readers.length > 0) return undefined;
      return go(
        { holder: { ...state.holder, writer: t } },
        { clock: learn(clockOf('writer'), clockOf('reader')) },
      );
    }
    if (lock === 'recursive' && state.holder.recursive === t) return go({ depth: state.depth + 1 });
    if (state.holder[lock] !== undefined) return undefined;
    return go(
      { holder: { ...state.holder, [lock]: t }, ...(lock === 'recursive' ? { depth: 1 } : {}) },
      { clock: learn(clockOf(lock)) },
    );
  };
  switch (op.i) {
    case 'access': {
      for (const a of state.accesses)
        if (a.t !== t && a.cell === op.cell && (a.writes || op.writes) && a.time > thread.clock[a.t])
          races.add([a.line, op.line].sort((p, q) => p - q).join(' '));
      const { cell, writes, line } = op;
      return [go({ accesses: [...state.accesses, { t, time: thread.clock[t], cell, writes, line }] })];
    }
    case 'acquire': {
      const to = take(op.lock);
      return to === undefined ? [] : [to];
    }
    case 'try':
      return [take(op.lock) ?? go({}, { pc: op.to })];
    case 'release': {
      if (op.lock === 'recursive' && state.depth > 1) return [go({ depth: state.depth - 1 })];
      const noted = noting(
        op.lock,
        op.lock === 'reader' ? join(clockOf('reader'), thread.clock) : thread.clock,
      );
      if (op.lock === 'reader') {
        const at = state.readers.indexOf(t);
        return [go({ ...noted, readers: state.readers.filter((_, i) => i !== at) })];
      }
      const holder = Object.fromEntries(Object.entries(state.holder).filter(([name]) => name !== op.lock));
      return [go({ ...noted, holder })];
    }
    case 'post':
      return [go({ ...noting('sem', join(clockOf('sem'), thread.clock)), posts: state.posts + 1 })];
    case 'take':
      return state.posts === 0 ? [] : [go({ posts: state.posts - 1 }, { clock: learn(clockOf('sem')) })];
    case 'tryTake':
      return state.posts === 0
        ? [go({}, { pc: op.to })]
        : [go({ posts: state.posts - 1 }, { clock: learn(clockOf('sem')) })];
    case 'arrive': {
      const round = Math.floor(state.come / 2);
      const name = `barrier${round}`;
      return [go({ ...noting(name, join(clockOf(name), thread.clock)), come: state.come + 1 }, { round })];
    }
    case 'leave':
      return state.come < 2 * (thread.round + 1)
        ? []
        : [go({}, { clock: learn(clockOf(`barrier${thread.round}`)), round: -1 })];
    case 'begin':
      return [state.once === 0 ? go({ once: 1 }) : go({}, { pc: thread.pc + 3 })];
    case 'done':
      return [go({ ...noting('once', thread.clock), once: 2 })];
    case 'again':
      return state.once < 2 ? [] : [go({}, { clock: learn(clockOf('once')) })];
    case 'signal':
      return [go()];
    case 'test': {
      const from = state.carried.reduce(join);
      const change: Partial<Thread> =
        op.order === 'strong' ? { clock: learn(from) } : { pending: join(thread.pending, from) };
      return [go({}, { ...change, ...(state.flag === 0 ? { pc: op.to } : {}) })];
    }
    case 'raise':
    case 'swap': {
      const reads = op.i === 'swap';
      const from = state.carried.reduce(join);
      const clock = reads && op.order === 'strong' ? learn(from) : thread.clock;
      const adds = op.order === 'strong' ? clock : thread.released;
      const carried = state.carried.map((c, i) => (i === t ? join(c, adds) : reads ? c : none));
      return [
        go(
          { carried, flag: 1 },
          { clock, ...(reads && op.order === 'relaxed' ? { pending: join(thread.pending, from) } : {}) },
        ),
      ];
    }
    case 'fence':
      return [
        op.order === 'strong' ? go({}, { clock: learn(thread.pending) }) : go({}, { released: thread.clock }),
      ];
    case 'jump':
      return [go({}, { pc: op.to })];
    case 'join': {
      const other = state.threads[op.thread];
      return other.pc < codes[op.thread].length ? [] : [go({}, { clock: learn(other.clock) })];
    }
  }
}
