// Readers that enter and leave, grace periods, signals with handlers and waits for signals, as their documents
// describe them: a machine of interleavings without any code of the project. A grace period is over when every
// section that was open at its beginning has been left; grace periods follow each other. A handler may run once it is
// set, in every thread once or not at all, and the thread goes on when it has ended. The first thread is main.

export type Op =
  | { readonly kind: 'set'; readonly cell: Cell; readonly value: number }
  | { readonly kind: 'add'; readonly cell: Cell }
  | { readonly kind: 'copy'; readonly from: Cell; readonly to: Cell }
  /** `choices`: the signals that may come. */
  | { readonly kind: 'sigwait'; readonly cell: Cell; readonly choices: readonly number[] }
  | { readonly kind: 'section'; readonly body: readonly Op[] }
  | { readonly kind: 'grace' }
  /** The handler has the code of the thread with this number. */
  | { readonly kind: 'handle'; readonly thread: number };

type Cell = 'x' | 'y';

type Step =
  | { readonly kind: 'load' | 'store'; readonly cell: Cell }
  | { readonly kind: 'put'; readonly values: readonly number[] }
  | { readonly kind: 'increment' | 'enter' | 'leave' | 'begin' | 'end' }
  | { readonly kind: 'set' };

function stepsOf(op: Op): readonly Step[] {
  switch (op.kind) {
    case 'set':
      return [
        { kind: 'put', values: [op.value] },
        { kind: 'store', cell: op.cell },
      ];
    case 'add':
      return [{ kind: 'load', cell: op.cell }, { kind: 'increment' }, { kind: 'store', cell: op.cell }];
    case 'copy':
      return [
        { kind: 'load', cell: op.from },
        { kind: 'store', cell: op.to },
      ];
    case 'sigwait':
      return [
        { kind: 'put', values: op.choices },
        { kind: 'store', cell: op.cell },
      ];
    case 'section':
      return [{ kind: 'enter' }, ...op.body.flatMap(stepsOf), { kind: 'leave' }];
    case 'grace':
      return [{ kind: 'begin' }, { kind: 'end' }];
    case 'handle':
      return [{ kind: 'set' }];
  }
}

interface ThreadState {
  readonly pc: number;
  readonly value: number;
  readonly depth: number;
  /** Threads whose open sections its grace period waits for. */
  readonly awaited: readonly number[];
}

interface State {
  readonly x: number;
  readonly y: number;
  /** The thread that has the grace period. */
  readonly owner: number;
  /** Whether the handler may run. */
  readonly handler: boolean;
  readonly threads: readonly ThreadState[];
}

/** Final values as `x,y`, sorted; undefined: too many states. */
export function finalStates(threads: readonly (readonly Op[])[], most: number): string[] | undefined {
  const handlers = threads.flat().flatMap((op) => (op.kind === 'handle' ? [op.thread] : []));
  const own = threads.filter((_, t) => !handlers.includes(t)).map((ops) => ops.flatMap(stepsOf));
  // behind the threads, for each of them, the handler that interrupts it
  const code = [...own, ...handlers.flatMap((h) => own.map(() => threads[h].flatMap(stepsOf)))];
  const start: State = {
    x: 0,
    y: 0,
    owner: -1,
    handler: false,
    threads: code.map(() => ({ pc: 0, value: 0, depth: 0, awaited: [] })),
  };
  const seen = new Set<string>();
  const finals = new Set<string>();
  const pending = [start];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    if (seen.size >= most) return undefined;
    seen.add(key);
    const runs = state.threads.map(({ pc }, t) => pc > 0 && pc < code[t].length);
    const hasEnded = ({ pc }: ThreadState, t: number): boolean =>
      t < own.length ? pc === code[t].length : !runs[t];
    if (state.threads.every(hasEnded)) finals.add(`${state.x},${state.y}`);
    for (const t of code.keys()) {
      const goes = t < own.length ? runs[own.length + t] !== true : state.handler;
      if (goes) pending.push(...after(state, t, code[t]));
    }
  }
  return [...finals].sort();
}

function after(state: State, t: number, code: readonly Step[]): readonly State[] {
  const thread = state.threads[t];
  const step = code[thread.pc];
  if (step === undefined) return [];
  const going = (change: Partial<ThreadState>, memory: Partial<State> = {}): State => ({
    ...state,
    ...memory,
    threads: state.threads.map((other, i) => (i === t ? { ...other, pc: other.pc + 1, ...change } : other)),
  });
  switch (step.kind) {
    case 'load':
      return [going({ value: state[step.cell] })];
    case 'store':
      return [going({}, { [step.cell]: thread.value })];
    case 'put':
      return step.values.map((value) => going({ value }));
    case 'increment':
      return [going({ value: thread.value + 1 })];
    case 'enter':
      return [going({ depth: thread.depth + 1 })];
    case 'leave': {
      const left = going({ depth: thread.depth - 1 });
      if (thread.depth > 1) return [left];
      const ended = left.threads.map((other) => ({
        ...other,
        awaited: other.awaited.filter((reader) => reader !== t),
      }));
      return [{ ...left, threads: ended }];
    }
    case 'begin': {
      if (state.owner >= 0) return [];
      const open = state.threads.flatMap(({ depth }, i) => (depth > 0 ? [i] : []));
      return [going({ awaited: open }, { owner: t })];
    }
    case 'end':
      return thread.awaited.length > 0 ? [] : [going({}, { owner: -1 })];
    case 'set':
      return [going({}, { handler: true })];
  }
}
