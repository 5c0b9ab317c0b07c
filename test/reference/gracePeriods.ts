// Readers that enter and leave, grace periods, signals with handlers and waits for signals: what their documents say, as a machine
// of interleavings that knows nothing of the project. A grace period is over when every section that was open when it began
// has been left; they follow each other. A handler is one more thread, from when it is set. Of threads, main is the first.

export type Op =
  | { readonly kind: 'set'; readonly cell: Cell; readonly value: number }
  | { readonly kind: 'add'; readonly cell: Cell }
  | { readonly kind: 'copy'; readonly from: Cell; readonly to: Cell }
  /** `choices`: the signals that may come. */
  | { readonly kind: 'sigwait'; readonly cell: Cell; readonly choices: readonly number[] }
  | { readonly kind: 'section'; readonly body: readonly Op[] }
  | { readonly kind: 'grace' }
  /** The handler is the thread with this number. */
  | { readonly kind: 'handle'; readonly thread: number };

type Cell = 'x' | 'y';

type Step =
  | { readonly kind: 'load' | 'store'; readonly cell: Cell }
  | { readonly kind: 'put'; readonly values: readonly number[] }
  | { readonly kind: 'increment' | 'enter' | 'leave' | 'begin' | 'end' }
  | { readonly kind: 'start'; readonly thread: number };

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
      return [{ kind: 'start', thread: op.thread }];
  }
}

interface ThreadState {
  readonly started: boolean;
  readonly pc: number;
  readonly value: number;
  readonly depth: number;
  /** Threads whose open sections its grace period waits for. */
  readonly awaited: readonly number[];
}

interface State {
  readonly x: number;
  readonly y: number;
  /** Who has the grace period. */
  readonly owner: number;
  readonly threads: readonly ThreadState[];
}

/** Final values as `x,y`, sorted; undefined: too many states. Threads named by `handle` begin then, others at once. */
export function finalStates(threads: readonly (readonly Op[])[], most: number): string[] | undefined {
  const code = threads.map((ops) => ops.flatMap(stepsOf));
  const handlers = new Set(threads.flat().flatMap((op) => (op.kind === 'handle' ? [op.thread] : [])));
  const fresh = { pc: 0, value: 0, depth: 0, awaited: [] };
  const start: State = {
    x: 0,
    y: 0,
    owner: -1,
    threads: threads.map((_, t) => ({ ...fresh, started: !handlers.has(t) })),
  };
  const seen = new Set<string>();
  const finals = new Set<string>();
  const pending = [start];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    if (seen.size >= most) return undefined;
    seen.add(key);
    if (state.threads.every(({ pc }, t) => pc === code[t].length)) finals.add(`${state.x},${state.y}`);
    for (const t of code.keys()) pending.push(...after(state, t, code[t]));
  }
  return [...finals].sort();
}

function after(state: State, t: number, code: readonly Step[]): readonly State[] {
  const thread = state.threads[t];
  const step = code[thread.pc];
  if (!thread.started || step === undefined) return [];
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
    case 'start': {
      const next = going({});
      const started = next.threads.map((other, i) =>
        i === step.thread ? { ...other, started: true } : other,
      );
      return [{ ...next, threads: started }];
    }
  }
}
