// A machine for programs with signals (signalPrograms.ts), as POSIX describes them. It tries every order of its
// steps: one event of a thread, or a signal that reaches it. A signal that a thread sends itself or unblocks reaches
// it before its next event. A signal of another thread reaches it at any time. A signal to the process goes to one of
// the threads that do not block it, or waits for one.

import {
  type Act,
  type Op,
  type Signal,
  type SignalProgram,
  signals,
  type Variable,
} from './signalPrograms.js';

interface Frame {
  readonly ops: readonly Op[];
  readonly pc: number;
  /** How far the statement is: each is a few steps. */
  readonly step: number;
  /** The loaded value. */
  readonly held: number;
  /** The set that is blocked again on return. */
  readonly mask: number;
}

interface Thread {
  readonly frames: readonly Frame[];
  readonly mask: number;
  readonly pending: number;
  /** Those of them that must be delivered before any other step. */
  readonly due: number;
  readonly ran: boolean;
}

interface State {
  readonly memory: Readonly<Record<Variable | 'once', number>>;
  readonly actions: Readonly<Record<Signal, Omit<Act, 'op' | 'signal'>>>;
  readonly process: number;
  readonly threads: readonly (Thread | undefined)[];
}

interface Behaviours {
  /** `x,y,once` */
  readonly finals: ReadonlySet<string>;
  /** Whether main may wait for ever. */
  readonly stuck: boolean;
}

const bit = (signal: Signal): number => 1 << signals.indexOf(signal);
const bits = (set: readonly Signal[]): number => set.reduce((all, signal) => all | bit(signal), 0);
const among = (set: number): Signal[] => signals.filter((signal) => (set & bit(signal)) !== 0);
const none = { handler: -2, noDefer: false, reset: false, blocks: [] };

/** undefined if there are more states than so many. */
export function signalBehaviours(program: SignalProgram, most: number): Behaviours | undefined {
  const finals = new Set<string>();
  let stuck = false;
  const bodies = program.threads.map((ops, t) => [...(t === 0 ? program.first : []), ...ops]);
  const started = program.first.length;
  const thread = (t: number, mask: number): Thread => ({
    frames: [{ ops: bodies[t], pc: 0, step: 0, held: 0, mask: 0 }],
    mask,
    pending: 0,
    due: 0,
    ran: false,
  });
  const initial: State = {
    memory: { x: 0, y: 0, once: 0 },
    actions: { 10: none, 12: none, 17: none },
    process: 0,
    threads: [thread(0, 0)],
  };
  const seen = new Set<string>();
  const open: State[] = [initial];
  const visit = (state: State): void => {
    const key = JSON.stringify(state, (name, value: unknown) =>
      name === 'ops'
        ? bodies.indexOf(value as never) + handlersOf(program).indexOf(value as never) * 10
        : value,
    );
    if (seen.has(key)) return;
    seen.add(key);
    open.push(state);
  };
  const end = ({ memory }: State): void => void finals.add(`${memory.x},${memory.y},${memory.once}`);

  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.size > most) return undefined;
    const current = state;
    let moves = 0;
    const go = (next: State): void => {
      moves++;
      visit(next);
    };
    for (let t = 0; t < current.threads.length; t++) {
      const self = current.threads[t];
      if (self === undefined) continue;
      const put = (change: Partial<Thread>, more: Partial<State> = {}): State => ({
        ...current,
        ...more,
        threads: (more.threads ?? current.threads).map((other, i) =>
          i === t ? { ...(other ?? self), ...change } : other,
        ),
      });
      const ready = (self.pending | 0) & ~self.mask;
      for (const signal of among(self.due & ready || ready))
        deliver(current, program, t, signal, go, () => {
          moves++;
          end(current);
        });
      if ((self.due & ready) !== 0) continue;
      const frame = self.frames[self.frames.length - 1];
      if (frame === undefined) continue;
      const sending = frame.ops[frame.pc];
      if (!(sending?.op === 'kill' && frame.step === 1))
        for (const signal of among(current.process & ~self.mask)) {
          const pending = self.pending | bit(signal);
          go(put({ pending, due: self.due | bit(signal) }, { process: current.process & ~bit(signal) }));
        }
      const isMain = t === 0 && self.frames.length === 1;
      if (isMain && current.threads.length === 1 && frame.pc === started && program.threads.length > 1) {
        const all = program.threads.map((_, i) => (i === 0 ? self : thread(i, self.mask)));
        go({ ...current, threads: all });
        continue;
      }
      if (frame.pc === frame.ops.length) {
        if (self.frames.length > 1) {
          // signals that the handler's set held back are delivered now
          go(
            put({
              frames: self.frames.slice(0, -1),
              mask: frame.mask,
              due: self.due | (self.pending & self.mask & ~frame.mask),
            }),
          );
        } else if (t > 0) {
          moves++;
          visit({ ...current, threads: current.threads.map((other, i) => (i === t ? undefined : other)) });
        } else if (current.threads.slice(1).every((other) => other === undefined)) {
          moves++;
          end(current);
        }
        continue;
      }
      step(current, self, frame, t, put, go);
    }
    // where a thread was to take the signal and did not: another would have taken it
    const guessed = current.threads.some((other) => {
      const frame = other?.frames[other.frames.length - 1];
      return frame?.step === 1 && frame.ops[frame.pc]?.op === 'kill';
    });
    if (moves === 0 && current.threads[0] !== undefined && !guessed) stuck = true;
  }
  return { finals, stuck };
}

const handlersOf = ({ handlers }: SignalProgram): readonly (readonly Op[])[] => handlers.map(withLog);
const logged = new Map<readonly Op[], readonly Op[]>();
/** A handler begins with `x = x * 3 + n`. */
function withLog(ops: readonly Op[]): readonly Op[] {
  const known = logged.get(ops) ?? [{ op: 'append', variable: 'x', value: 0 } as const, ...ops];
  logged.set(ops, known);
  return known;
}

/** The signal reaches the thread; `ends`: it ends the process. */
function deliver(
  state: State,
  program: SignalProgram,
  t: number,
  signal: Signal,
  go: (next: State) => void,
  ends: () => void,
): void {
  const self = state.threads[t];
  if (self === undefined) return;
  const action = state.actions[signal];
  const taken = { pending: self.pending & ~bit(signal), due: self.due & ~bit(signal) };
  const put = (change: Partial<Thread>, more: Partial<State> = {}): void =>
    go({
      ...state,
      ...more,
      threads: state.threads.map((other, i) => (i === t ? { ...self, ...taken, ...change } : other)),
    });
  if (action.handler === -1 || (action.handler === -2 && signal === 17)) put({});
  else if (action.handler === -2) ends();
  else {
    const ops = withLog(program.handlers[action.handler]);
    // the number is what its first statement appends
    const frame: Frame = { ops, pc: 0, step: 0, held: signal, mask: self.mask };
    const mask = self.mask | bits(action.blocks) | (action.noDefer ? 0 : bit(signal));
    const actions = action.reset ? { ...state.actions, [signal]: { ...action, handler: -2 } } : state.actions;
    put({ frames: [...self.frames, frame], mask, ran: true }, { actions });
  }
}

/** The next step of the statement that the thread has come to. */
function step(
  state: State,
  self: Thread,
  frame: Frame,
  t: number,
  put: (change: Partial<Thread>, more?: Partial<State>) => State,
  go: (next: State) => void,
): void {
  const op = frame.ops[frame.pc];
  const { memory } = state;
  const at = (change: Partial<Frame>): Partial<Thread> => ({
    frames: [...self.frames.slice(0, -1), { ...frame, ...change }],
  });
  const next = at({ pc: frame.pc + 1, step: 0, held: 0 });
  const append = (variable: Variable, value: number): void => {
    const isLog = frame.pc === 0 && self.frames.length > 1;
    if (frame.step === 0)
      go(put(at({ step: 1, held: isLog ? frame.held + 1000 * memory[variable] : memory[variable] })));
    else {
      const [old, more] = isLog ? [Math.floor(frame.held / 1000), frame.held % 1000] : [frame.held, value];
      go(put(next, { memory: { ...memory, [variable]: old * 3 + more } }));
    }
  };
  const sendItself = (signal: Signal, then: Partial<Thread>, more: Partial<State> = {}): void =>
    go(
      put(
        {
          ...then,
          pending: self.pending | bit(signal),
          due: self.mask & bit(signal) ? self.due : self.due | bit(signal),
        },
        more,
      ),
    );
  /** With what is there for the process and for it. */
  const masked = (mask: number, then: Partial<Thread>): void => {
    const fromProcess = state.process & ~mask;
    const pending = self.pending | fromProcess;
    go(
      put(
        { ...then, mask, pending, due: self.due | (pending & self.mask & ~mask) | fromProcess },
        { process: state.process & mask },
      ),
    );
  };
  switch (op.op) {
    case 'set':
      go(put(next, { memory: { ...memory, [op.variable]: op.value } }));
      return;
    case 'append':
      append(op.variable, op.value);
      return;
    case 'raise':
      sendItself(op.signal, next);
      return;
    case 'raise-once':
      if (frame.step === 0) go(put(memory.once === 0 ? at({ step: 1 }) : next));
      else if (frame.step === 1) go(put(at({ step: 2 }), { memory: { ...memory, once: 1 } }));
      else sendItself(op.signal, next);
      return;
    case 'kill': {
      const able = state.threads.flatMap((other, i) =>
        other !== undefined && !(other.mask & bit(op.signal)) ? [i] : [],
      );
      // another takes it while this one is still about it: a signal to a thread that has ended since is not lost
      if (frame.step === 1) {
        if ((state.process & bit(op.signal)) === 0) go(put(next));
        return;
      }
      if (able.includes(t)) sendItself(op.signal, next);
      if (able.some((i) => i !== t)) go(put(at({ step: 1 }), { process: state.process | bit(op.signal) }));
      if (able.length === 0) go(put(next, { process: state.process | bit(op.signal) }));
      return;
    }
    case 'send': {
      if (op.thread < 0 || op.thread === t) {
        sendItself(op.signal, next);
        return;
      }
      const moved = put(next);
      go({
        ...moved,
        threads: moved.threads.map((other, k) =>
          k === op.thread && other ? { ...other, pending: other.pending | bit(op.signal) } : other,
        ),
      });
      return;
    }
    case 'block':
      masked(self.mask | bits(op.set), next);
      return;
    case 'unblock':
      masked(self.mask & ~bits(op.set), next);
      return;
    case 'set-mask':
      masked(bits(op.set), next);
      return;
    case 'pending':
      if (frame.step === 0) go(put(at({ step: 1, held: (self.pending | state.process) & self.mask })));
      else if (frame.step === 1) go(put(at({ step: 2, held: frame.held + 1000 * memory[op.variable] })));
      else
        go(
          put(next, {
            memory: { ...memory, [op.variable]: Math.floor(frame.held / 1000) * 3 + (frame.held % 1000) },
          }),
        );
      return;
    case 'suspend': {
      // first the mask, then it waits until a handler has run
      if (frame.step === 0) {
        const mask = bits(op.set);
        const fromProcess = state.process & ~mask;
        const pending = self.pending | fromProcess;
        const held = self.mask;
        go(
          put(
            { ...at({ step: 1, held }), mask, pending, due: self.due | (pending & ~mask), ran: false },
            { process: state.process & mask },
          ),
        );
      } else if (self.ran) masked(frame.held, next);
      else if ((state.process & ~self.mask) !== 0) {
        const there = state.process & ~self.mask;
        go(
          put(
            { pending: self.pending | there, due: self.due | there },
            { process: state.process & self.mask },
          ),
        );
      }
      return;
    }
    case 'take': {
      if (frame.step === 0) masked(self.mask | bits(op.set), at({ step: 1 }));
      else if (frame.step === 1) {
        for (const signal of among(self.pending & bits(op.set)))
          go(put({ ...at({ step: 2, held: signal }), pending: self.pending & ~bit(signal) }));
        for (const signal of among(state.process & bits(op.set)))
          go(put(at({ step: 2, held: signal }), { process: state.process & ~bit(signal) }));
      } else if (frame.step === 2) go(put(at({ step: 3, held: frame.held + 1000 * memory[op.variable] })));
      else
        go(
          put(next, {
            memory: { ...memory, [op.variable]: Math.floor(frame.held / 1000) * 3 + (frame.held % 1000) },
          }),
        );
      return;
    }
    case 'act': {
      const { op: _, signal, ...action } = op;
      const ignores = action.handler === -1 || (action.handler === -2 && signal === 17);
      const actions = { ...state.actions, [signal]: action };
      const drop = (thread: Thread | undefined): Thread | undefined =>
        thread && ignores
          ? { ...thread, pending: thread.pending & ~bit(signal), due: thread.due & ~bit(signal) }
          : thread;
      const moved = put(next, { actions, process: ignores ? state.process & ~bit(signal) : state.process });
      go({ ...moved, threads: moved.threads.map(drop) });
      return;
    }
  }
}
