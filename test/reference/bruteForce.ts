// All traces and outcomes of a small program by running every interleaving on the machines as docs/semantics.md words
// them. No reduction but the obvious one: two interleavings that agree on the trace so far are in the same state.

import type { ModelName } from '../../src/execution/execution.js';
import { type Integer, wrap } from '../../src/program/integer.js';
import { type Layout, layOut } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import {
  type Answer,
  choices,
  initialRegisters,
  type Request,
  type ThreadState,
  threadAfter,
} from './thread.js';

export interface Behaviours {
  /** One text per trace of an execution that reached the end of all threads. */
  readonly complete: ReadonlySet<string>;
  /** The same for executions that could not go on. */
  readonly blocked: ReadonlySet<string>;
  /** Values of `Program.observed`, joined by commas. */
  readonly outcomes: ReadonlySet<string>;
  /** The findings of all executions: 'assertion', 'invalid-address', 'unlock-of-free-lock'. */
  readonly findings: ReadonlySet<string>;
  /** The threads that fail an assertion in some execution. */
  readonly failing: ReadonlySet<number>;
}

interface Pending {
  readonly address: number;
  readonly value: Integer;
  readonly writer: string;
  readonly epoch: number;
}

interface State {
  /** Per thread: the arguments it was started with, undefined while it was not. */
  readonly args: readonly (readonly Integer[] | undefined)[];
  readonly answers: readonly (readonly Answer[])[];
  /** Per thread, per event: its identity in the trace. */
  readonly events: readonly (readonly string[])[];
  readonly buffers: readonly (readonly Pending[])[];
  readonly epochs: readonly number[];
  readonly memory: ReadonlyMap<number, { readonly value: Integer; readonly writers: readonly string[] }>;
}

/** `endsAll`: all threads stop once an assumption or assertion has failed. */
export function bruteForce(program: Program, model: ModelName, unroll = 8, endsAll = false): Behaviours {
  return new BruteForce(program, model, unroll, endsAll).run();
}

/** Whether every trace under the model is one of SC. */
export function isRobust(program: Program, model: ModelName, unroll = 8): boolean {
  const sc = bruteForce(program, 'sc', unroll);
  const weak = bruteForce(program, model, unroll);
  return (
    [...weak.complete].every((t) => sc.complete.has(t)) && [...weak.blocked].every((t) => sc.blocked.has(t))
  );
}

class BruteForce {
  readonly #program: Program;
  readonly #model: ModelName;
  readonly #unroll: number;
  readonly #layout: Layout;
  readonly #complete = new Set<string>();
  readonly #blocked = new Set<string>();
  readonly #outcomes = new Set<string>();
  readonly #findings = new Set<string>();
  readonly #failing = new Set<number>();
  readonly #endsAll: boolean;

  constructor(program: Program, model: ModelName, unroll: number, endsAll: boolean) {
    this.#endsAll = endsAll;
    this.#program = program;
    this.#model = model;
    this.#unroll = unroll;
    this.#layout = layOut(program);
  }

  run(): Behaviours {
    const { threads } = this.#program;
    const none = threads.map(() => []);
    const start: State = {
      args: threads.map((t) => (t.start === 'initial' ? [] : undefined)),
      answers: none,
      events: none,
      buffers: none,
      epochs: threads.map(() => 0),
      memory: new Map([...this.#layout.initial].map(([a, value]) => [a, { value, writers: [] }])),
    };
    const seen = new Set<string>();
    const stack = [start];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      const key = keyOf(state);
      if (seen.has(key)) continue;
      seen.add(key);
      const local = threads.map((_, t) => this.#localState(state, t));
      const steps = threads.flatMap((_, t) => [
        ...this.#commits(state, t),
        ...this.#executes(state, local, t),
      ]);
      const over =
        this.#endsAll &&
        local.some((l) => l.kind === 'stopped' && (l.why === 'assume' || l.why === 'assertion'));
      const next = over ? [] : steps;
      stack.push(...next);
      if (next.length === 0) this.#record(state, key, local);
    }
    return {
      complete: this.#complete,
      blocked: this.#blocked,
      outcomes: this.#outcomes,
      findings: this.#findings,
      failing: this.#failing,
    };
  }

  #localState(state: State, t: number): ThreadState {
    const args = state.args[t];
    const thread = this.#program.threads[t];
    if (args === undefined) return { kind: 'ended', registers: initialRegisters(thread, this.#layout) };
    return threadAfter(thread, this.#layout, args, state.answers[t], this.#unroll);
  }

  #record(state: State, key: string, local: readonly ThreadState[]): void {
    // A thread that was never spawned has nothing left to do.
    if (local.some((l) => l.kind !== 'ended' && !(l.kind === 'stopped' && l.why === 'not-spawned'))) {
      this.#blocked.add(key);
      return;
    }
    this.#complete.add(key);
    const values = this.#program.observed.map((o) => {
      if (o.kind === 'cell')
        return state.memory.get((this.#layout.addressOf.get(o.location) ?? 0) + o.index)?.value ?? 0;
      const l = local[o.thread];
      return l.kind === 'ended' ? (l.registers.get(o.register) ?? 0) : 0;
    });
    this.#outcomes.add(values.join());
  }

  #commits(state: State, t: number): State[] {
    const buffer = state.buffers[t];
    const ready = buffer.filter((store, i) => {
      const older = buffer.slice(0, i);
      return this.#model === 'tso'
        ? older.length === 0
        : older.every((o) => o.address !== store.address && o.epoch === store.epoch);
    });
    return ready.map((store) => ({
      ...state,
      buffers: replace(
        state.buffers,
        t,
        buffer.filter((other) => other !== store),
      ),
      memory: written(state.memory, store.address, store.value, store.writer),
    }));
  }

  #executes(state: State, local: readonly ThreadState[], t: number): State[] {
    const self = local[t];
    if (self.kind === 'stopped' && self.why === 'assertion') {
      this.#findings.add(self.why);
      this.#failing.add(t);
    }
    if (self.kind !== 'asks') return [];
    const { request } = self;
    if ('address' in request && !state.memory.has(request.address)) {
      this.#findings.add('invalid-address');
      return [];
    }
    const buffer = state.buffers[t];
    const name = `${t}.${state.events[t].length}`;
    const after = (event: string, answer: Answer, change: Partial<State> = {}): State => ({
      ...state,
      answers: replace(state.answers, t, [...state.answers[t], answer]),
      events: replace(state.events, t, [...state.events[t], event]),
      ...change,
    });
    const cellAt = (address: number): { value: Integer; writer: string } => {
      const found = state.memory.get(address);
      if (found === undefined) throw new Error(`no cell has address ${address}`);
      return { value: found.value, writer: found.writers.at(-1) ?? 'i' };
    };
    if (this.#waits(state, local, t, request)) return [];
    switch (request.kind) {
      case 'R': {
        const own = buffer.filter((store) => store.address === request.address).at(-1);
        const { value, writer } = own ?? cellAt(request.address);
        return [after(`R${request.address}<${writer}`, [value])];
      }
      case 'W': {
        const { address, value } = request;
        if (this.#model === 'sc')
          return [after(`W${address}`, [], { memory: written(state.memory, address, value, name) })];
        const store: Pending = { address, value, writer: name, epoch: state.epochs[t] };
        return [after(`W${address}`, [], { buffers: replace(state.buffers, t, [...buffer, store]) })];
      }
      case 'U':
      case 'lock':
      case 'unlock': {
        const { value, writer } = cellAt(request.address);
        if (request.kind === 'unlock' && value === 0) {
          this.#findings.add('unlock-of-free-lock');
          return [];
        }
        if (request.kind === 'unlock' && request.holder !== undefined && request.holder !== wrap(value, 32)) {
          this.#findings.add('unlock-by-another');
          return [];
        }
        const updated = request.kind === 'unlock' ? 0 : request.update(value);
        const memory = written(state.memory, request.address, updated, name);
        return [after(`${request.kind}${request.address}<${writer}`, [value], { memory })];
      }
      case 'F':
        return [after('F', [])];
      case 'S':
        return [after('S', [], { epochs: replace(state.epochs, t, state.epochs[t] + 1) })];
      case 'A': {
        const reads: string[] = [];
        const values: Integer[] = [];
        let valid = true;
        const { writes, stored } = request.execute((address) => {
          valid &&= state.memory.has(address);
          if (!valid) return 0;
          const { value, writer } = cellAt(address);
          reads.push(`${address}<${writer}`);
          values.push(value);
          return value;
        });
        if (!valid || [...stored].some((address) => !state.memory.has(address))) {
          this.#findings.add('invalid-address');
          return [];
        }
        let { memory } = state;
        for (const [address, value] of writes) memory = written(memory, address, value, name);
        return [after(`A${reads.join()};${[...writes.keys()].join()}`, values, { memory })];
      }
      case 'spawn':
        return [
          after(`spawn${request.thread}`, [], { args: replace(state.args, request.thread, request.args) }),
        ];
      case 'join':
        return [after(`join${request.thread}`, [])];
      case 'choice':
        return choices(request).map((value) => after(`choice${value}`, [value]));
    }
  }

  /** Whether a request has to wait for buffers, a lock or a thread. */
  #waits(state: State, local: readonly ThreadState[], t: number, request: Request): boolean {
    const buffer = state.buffers[t];
    switch (request.kind) {
      case 'R': {
        const own = buffer.filter((store) => store.address === request.address).at(-1);
        const value = own?.value ?? state.memory.get(request.address)?.value ?? 0;
        return request.until !== undefined && !request.until(value);
      }
      case 'W':
      case 'S':
      case 'choice':
        return false;
      case 'U':
        return this.#model === 'tso'
          ? buffer.length > 0
          : buffer.some((s) => s.address === request.address || s.epoch < state.epochs[t]);
      case 'lock':
        return buffer.length > 0 || !request.until(state.memory.get(request.address)?.value ?? 0);
      case 'join':
        return (
          buffer.length > 0 ||
          state.args[request.thread] === undefined ||
          local[request.thread].kind !== 'ended' ||
          state.buffers[request.thread].length > 0
        );
      default:
        return buffer.length > 0;
    }
  }
}

const replace = <T>(list: readonly T[], at: number, item: T): T[] => list.with(at, item);

function written(memory: State['memory'], address: number, value: Integer, writer: string): State['memory'] {
  const before = memory.get(address);
  if (before === undefined) throw new Error(`no cell has address ${address}`);
  return new Map(memory).set(address, { value, writers: [...before.writers, writer] });
}

/** The trace so far. Pending stores are those it has not ordered yet, so this is the whole state. */
function keyOf(state: State): string {
  const co = [...state.memory].filter(([, c]) => c.writers.length > 0);
  return [
    ...state.events.map((events) => events.join(' ')),
    ...co.sort(([a], [b]) => a - b).map(([a, c]) => `${a}:${c.writers.join('<')}`),
  ].join('|');
}
