// Threads that wait for conditions and semaphores, are signalled, wake up without a signal, and are cancelled, as
// POSIX describes them. It is a machine of its own that knows neither engine nor the C front end. Every interleaving
// of it is run (SC: shared variables change at once), and each program is C text as well.

export type Op =
  | { readonly kind: 'set'; readonly cell: Cell; readonly value: number }
  | { readonly kind: 'add'; readonly cell: Cell }
  | { readonly kind: 'copy'; readonly from: Cell; readonly to: Cell }
  /** assert(cell != value) */
  | { readonly kind: 'check'; readonly cell: Cell; readonly value: number }
  | { readonly kind: 'locked'; readonly body: readonly Op[] }
  | { readonly kind: 'wait' | 'signal' | 'broadcast' | 'sem' | 'post' | 'point' }
  | {
      readonly kind: 'if' | 'while';
      readonly cell: Cell;
      readonly value: number;
      readonly body: readonly Op[];
    }
  /** while (cell == value) body, tested after; leaves in the middle if `cell` has another value. */
  | { readonly kind: 'until'; readonly cell: Cell; readonly value: number; readonly body: readonly Op[] }
  | { readonly kind: 'twice'; readonly body: readonly Op[] }
  | { readonly kind: 'forbid'; readonly body: readonly Op[] }
  | {
      readonly kind: 'cleanup';
      readonly handler: Handler;
      readonly runs: boolean;
      readonly body: readonly Op[];
    }
  /** Cancels a thread that was created before this one; main may cancel all. */
  | { readonly kind: 'cancel' | 'join'; readonly thread: number };

export type Cell = 'x' | 'y';
/** Unlocks the mutex, or adds 1 to y. */
export type Handler = 'unlock' | 'add';

export interface ThreadsProgram {
  /** The actions of main between creating the threads and joining those that are not joined yet. */
  readonly main: readonly Op[];
  readonly threads: readonly (readonly Op[])[];
}

type Instruction =
  | { readonly i: 'load'; readonly cell: Cell }
  /** The loaded value, plus `plus`. */
  | { readonly i: 'store'; readonly cell: Cell; readonly plus: number }
  | { readonly i: 'put'; readonly cell: Cell; readonly value: number }
  | { readonly i: 'check'; readonly value: number }
  | { readonly i: 'unless'; readonly value: number; to: number }
  | { readonly i: 'goto'; readonly to: number }
  | {
      readonly i:
        | 'lock'
        | 'unlock'
        | 'wait'
        | 'signal'
        | 'broadcast'
        | 'sem'
        | 'post'
        | 'point'
        | 'ended'
        | 'handled';
    }
  | { readonly i: 'state'; readonly forbidden: boolean }
  | { readonly i: 'push'; readonly handler: Handler }
  | { readonly i: 'pop'; readonly runs: boolean }
  | { readonly i: 'cancel' | 'wake' | 'join'; readonly thread: number; readonly result?: true };

const handlers: Readonly<Record<Handler, readonly Instruction[]>> = {
  unlock: [{ i: 'unlock' }],
  add: [
    { i: 'load', cell: 'y' },
    { i: 'store', cell: 'y', plus: 1 },
  ],
};

/** The code of a thread, and where its handlers begin. */
interface Code {
  readonly at: readonly Instruction[];
  readonly handler: Readonly<Record<Handler, number>>;
}

function code(ops: readonly Op[], last: readonly Instruction[]): Code {
  const at: Instruction[] = [];
  const inner = (body: readonly Op[]): void => body.forEach(one);
  const test = (cell: Cell, value: number): { to: number } => {
    const jump = { i: 'unless' as const, value, to: 0 };
    at.push({ i: 'load', cell }, jump);
    return jump;
  };
  const one = (op: Op): void => {
    switch (op.kind) {
      case 'set':
        at.push({ i: 'put', cell: op.cell, value: op.value });
        return;
      case 'add':
        at.push({ i: 'load', cell: op.cell }, { i: 'store', cell: op.cell, plus: 1 });
        return;
      case 'copy':
        at.push({ i: 'load', cell: op.from }, { i: 'store', cell: op.to, plus: 0 });
        return;
      case 'check':
        at.push({ i: 'load', cell: op.cell }, { i: 'check', value: op.value });
        return;
      case 'locked':
        at.push({ i: 'lock' });
        inner(op.body);
        at.push({ i: 'unlock' });
        return;
      case 'if':
      case 'while': {
        const start = at.length;
        const jump = test(op.cell, op.value);
        inner(op.body);
        if (op.kind === 'while') at.push({ i: 'goto', to: start });
        jump.to = at.length;
        return;
      }
      case 'until': {
        const start = at.length;
        inner(op.body);
        const jump = test(op.cell, op.value);
        at.push({ i: 'goto', to: start });
        jump.to = at.length;
        return;
      }
      case 'twice':
        inner(op.body);
        inner(op.body);
        return;
      case 'forbid':
        at.push({ i: 'state', forbidden: true });
        inner(op.body);
        at.push({ i: 'state', forbidden: false });
        return;
      case 'cleanup':
        at.push({ i: 'push', handler: op.handler });
        inner(op.body);
        at.push({ i: 'pop', runs: op.runs });
        if (op.runs) at.push(...handlers[op.handler]);
        return;
      case 'cancel':
        at.push({ i: 'cancel', thread: op.thread }, { i: 'wake', thread: op.thread });
        return;
      case 'join':
        at.push({ i: 'point' }, { i: 'join', thread: op.thread });
        return;
      default:
        at.push({ i: op.kind });
    }
  };
  inner(ops);
  at.push(...last, { i: 'ended' });
  const handler = { unlock: at.length, add: at.length + handlers.unlock.length + 1 };
  at.push(...handlers.unlock, { i: 'handled' }, ...handlers.add, { i: 'handled' });
  return { at, handler };
}

/** `waits`: at the condition; woken by a signal, without one, or by being cancelled, and in need of the mutex. */
interface Thread {
  pc: number;
  loaded: number;
  status: 'runs' | 'ended' | 'failed' | 'misused';
  waits: '' | 'condition' | 'signalled' | 'unasked' | 'cancelled';
  /** In sem_wait or pthread_join, past its test for cancellation. */
  inside: boolean;
  cancelled: boolean;
  joined: boolean;
  forbids: boolean;
  pushed: readonly Handler[];
  result: number;
}

interface State {
  readonly x: number;
  readonly y: number;
  readonly holder: number;
  readonly posts: number;
  readonly results: readonly number[];
  readonly threads: readonly Readonly<Thread>[];
}

export interface Behaviours {
  /** `x y` and the threads whose join reported cancellation. */
  readonly finals: ReadonlySet<string>;
  readonly failures: boolean;
  /** Some thread cancels one that was joined. */
  readonly misuses: boolean;
  /** Some execution reaches a point where no thread goes on, unless one wakes up without a signal. */
  readonly stuck: boolean;
}

/** All that the program can do; undefined if that takes more than so many states. */
export function behaviours(program: ThreadsProgram, mostStates: number): Behaviours | undefined {
  const codes = codesOf(program);
  const finals = new Set<string>();
  let failures = false;
  let misuses = false;
  let stuck = false;
  const fresh: Thread = {
    pc: 0,
    loaded: 0,
    status: 'runs',
    waits: '',
    inside: false,
    cancelled: false,
    joined: false,
    forbids: false,
    pushed: [],
    result: 0,
  };
  const start: State = {
    x: 0,
    y: 0,
    holder: -1,
    posts: 0,
    results: codes.map(() => 0),
    threads: codes.map(() => ({ ...fresh })),
  };
  const seen = new Set([JSON.stringify(start)]);
  const open = [start];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (state.threads[0].status === 'ended') {
      finals.add([state.x, state.y, ...state.results.slice(1)].join());
      continue;
    }
    const steps = successors(state, codes);
    const failed = state.threads.some(({ status }) => status === 'failed');
    const misused = state.threads.some(({ status }) => status === 'misused');
    failures ||= failed;
    misuses ||= misused;
    if (!failed && !misused && !steps.some(({ unasked }) => !unasked)) stuck = true;
    for (const { to } of steps) {
      const key = JSON.stringify(to);
      if (seen.has(key)) continue;
      if (seen.size > mostStates) return undefined;
      seen.add(key);
      open.push(to);
    }
  }
  return { finals, failures, misuses, stuck };
}

/** Threads that no thread joins, in the order in which main does. */
export function joinedByMain({ threads, main }: ThreadsProgram): readonly number[] {
  const text = JSON.stringify([main, threads]);
  return threads.flatMap((_, t) => (text.includes(`{"kind":"join","thread":${t + 1}}`) ? [] : [t + 1]));
}

const codesOf = (program: ThreadsProgram): readonly Code[] => [
  code(
    program.main,
    joinedByMain(program).map((thread) => ({ i: 'join', thread, result: true })),
  ),
  ...program.threads.map((ops) => code(ops, [])),
];

interface Step {
  readonly to: State;
  readonly unasked?: true;
}

function successors(state: State, codes: readonly Code[]): readonly Step[] {
  return state.threads.flatMap((thread, t) => (thread.status === 'runs' ? stepsOf(state, codes[t], t) : []));
}

function stepsOf(state: State, { at, handler }: Code, t: number): readonly Step[] {
  const thread = state.threads[t];
  const instruction = at[thread.pc];
  const withThread = (of: number, change: Partial<Thread>, base = state): State => ({
    ...base,
    threads: base.threads.map((other, i) => (i === of ? { ...other, ...change } : other)),
  });
  const go = (change: Partial<State> = {}, own: Partial<Thread> = {}): Step => ({
    to: withThread(t, { pc: thread.pc + 1, inside: false, ...own }, { ...state, ...change }),
  });
  const acts = thread.cancelled && !thread.forbids;
  /** The thread ends, after what it pushed. */
  const end = (change: Partial<State> = {}): Step => {
    const [last, ...others] = thread.pushed;
    const ending = { result: 1, forbids: true, inside: false, waits: '' as const };
    return last === undefined
      ? go(change, { ...ending, status: 'ended', pc: 0 })
      : go(change, { ...ending, pc: handler[last], pushed: others });
  };
  const waiting = state.threads.flatMap(({ waits }, i) => (waits === 'condition' ? [i] : []));
  const signalled = (base: State): readonly State[] =>
    waiting.filter((i) => i !== t).length === 0
      ? [base]
      : waiting.filter((i) => i !== t).map((i) => withThread(i, { waits: 'signalled' }, base));
  const free = state.holder === -1;
  switch (instruction.i) {
    case 'load':
      return [go({}, { loaded: state[instruction.cell] })];
    case 'store':
      return [go({ [instruction.cell]: (thread.loaded + instruction.plus) & 3 })];
    case 'put':
      return [go({ [instruction.cell]: instruction.value })];
    case 'check':
      return thread.loaded === instruction.value ? [{ to: withThread(t, { status: 'failed' }) }] : [go()];
    case 'unless':
      return [go({}, thread.loaded === instruction.value ? {} : { pc: instruction.to })];
    case 'goto':
      return [go({}, { pc: instruction.to })];
    case 'lock':
      return free ? [go({ holder: t })] : [];
    case 'unlock':
      return [go({ holder: -1 })];
    case 'wait': {
      if (thread.waits === '')
        return acts ? [end()] : [{ to: withThread(t, { waits: 'condition' }, { ...state, holder: -1 }) }];
      const steps: Step[] = [];
      if (thread.waits === 'condition') {
        steps.push({ to: withThread(t, { waits: 'unasked' }), unasked: true });
        if (acts) steps.push({ to: withThread(t, { waits: 'cancelled' }) });
      } else if (free)
        steps.push(thread.waits === 'cancelled' ? end({ holder: t }) : go({ holder: t }, { waits: '' }));
      if (thread.waits === 'signalled' && acts)
        for (const base of signalled(state)) steps.push({ to: withThread(t, { waits: 'cancelled' }, base) });
      return steps;
    }
    case 'signal':
      return signalled(state).map((base) => ({ to: withThread(t, { pc: thread.pc + 1 }, base) }));
    case 'broadcast': {
      const base = waiting.reduce((s, i) => withThread(i, { waits: 'signalled' }, s), state);
      return [{ to: withThread(t, { pc: thread.pc + 1 }, base) }];
    }
    case 'sem': {
      if (!thread.inside) return [acts ? end() : { to: withThread(t, { inside: true }) }];
      return [...(state.posts > 0 ? [go({ posts: state.posts - 1 })] : []), ...(acts ? [end()] : [])];
    }
    case 'post':
      return [go({ posts: state.posts + 1 })];
    case 'point':
      return [acts ? end() : go()];
    case 'ended':
      return [go({}, { status: 'ended', pc: 0 })];
    case 'handled':
      return [end()];
    case 'state':
      return [go({}, { forbids: instruction.forbidden })];
    case 'push':
      return [go({}, { pushed: [instruction.handler, ...thread.pushed] })];
    case 'pop':
      return [go({}, { pushed: thread.pushed.slice(1) })];
    case 'cancel':
      if (state.threads[instruction.thread].joined) return [go({}, { status: 'misused' })];
      return [{ to: withThread(instruction.thread, { cancelled: true }, go().to) }];
    case 'wake': {
      const other = state.threads[instruction.thread];
      const wakes = other.waits === 'condition' && other.cancelled && !other.forbids;
      const { to } = go();
      return [{ to: wakes ? withThread(instruction.thread, { waits: 'cancelled' }, to) : to }];
    }
    case 'join': {
      const other = state.threads[instruction.thread];
      const joined = (to: State): State => withThread(instruction.thread, { joined: true }, to);
      const results = state.results.map((r, i) => (i === instruction.thread ? other.result : r));
      return [
        ...(other.status === 'ended'
          ? [{ to: joined(go(instruction.result === true ? { results } : {}).to) }]
          : []),
        ...(acts ? [end()] : []),
      ];
    }
  }
}
