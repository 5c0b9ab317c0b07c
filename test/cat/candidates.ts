// All candidate executions of a small program. Every read takes its value from the initial write or any write that
// can be executed before it, and every coherence order is tried. There is no machine and no model: the cat file
// selects among the candidates. Candidates whose po U rf has a cycle (values out of thin air) are not made, since no
// model here allows one.

import type { Event, EventKind } from '../../src/execution/event.js';
import { type Execution, initialWrite } from '../../src/execution/execution.js';
import type { Integer } from '../../src/program/integer.js';
import { type Layout, layOut } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import { type Answer, choices, type Request, type ThreadState, threadAfter } from '../reference/thread.js';

export interface Candidate {
  readonly execution: Execution;
  readonly complete: boolean;
  /** The trace as test/reference writes it. */
  readonly key: string;
}

interface Source {
  readonly id: number;
  readonly value: Integer;
}

interface State {
  readonly args: readonly (readonly Integer[] | undefined)[];
  readonly answers: readonly (readonly Answer[])[];
  readonly events: readonly Event[];
  readonly rf: readonly (readonly number[])[];
}

export function candidates(program: Program, unroll = 8): Candidate[] {
  return new Enumeration(program, unroll).run();
}

class Enumeration {
  readonly #program: Program;
  readonly #layout: Layout;
  readonly #unroll: number;

  constructor(program: Program, unroll: number) {
    this.#program = program;
    this.#layout = layOut(program);
    this.#unroll = unroll;
  }

  run(): Candidate[] {
    const { threads } = this.#program;
    const found: Candidate[] = [];
    const seen = new Set<string>();
    const stack: State[] = [
      {
        args: threads.map((t) => (t.start === 'initial' ? [] : undefined)),
        answers: threads.map(() => []),
        events: [],
        rf: [],
      },
    ];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      const key = this.#key(state, []);
      if (seen.has(key)) continue;
      seen.add(key);
      const current = state;
      const local = threads.map((_, t) => this.#localState(current, t));
      const next = threads.flatMap((_, t) => this.#steps(current, local, t));
      if (next.length > 0) stack.push(...next);
      else found.push(...this.#finish(state, local));
    }
    return found;
  }

  #localState(state: State, t: number): ThreadState {
    const args = state.args[t];
    if (args === undefined) return { kind: 'stopped', why: 'not-spawned' };
    return threadAfter(this.#program.threads[t], this.#layout, args, state.answers[t], this.#unroll);
  }

  /** Every way in which thread `t` can do its next event. */
  #steps(state: State, local: readonly ThreadState[], t: number): State[] {
    const self = local[t];
    if (self.kind !== 'asks') return [];
    const { request } = self;
    const after = (
      kind: EventKind,
      answer: Answer,
      event: Partial<Pick<Event, 'reads' | 'writes' | 'other' | 'choice'>> = {},
      sources: readonly number[] = [],
      args = state.args,
    ): State => ({
      args,
      answers: state.answers.with(t, [...state.answers[t], answer]),
      events: [
        ...state.events,
        {
          id: state.events.length,
          thread: t,
          index: state.answers[t].length,
          kind,
          reads: [],
          writes: [],
          ...event,
        },
      ],
      rf: [...state.rf, sources],
    });
    switch (request.kind) {
      case 'R':
        return this.#sources(state, request.address).map(({ id, value }) =>
          after('R', [value], { reads: [{ address: request.address, value }] }, [id]),
        );
      case 'W': {
        const { address, value } = request;
        return [after('W', [], { writes: [{ address, value }] })];
      }
      case 'U':
      case 'lock':
      case 'unlock': {
        const { kind, address } = request;
        return this.#sources(state, address)
          .filter(({ value }) => kind === 'U' || (kind === 'lock') === (value === 0))
          .map(({ id, value }) => {
            const updated = kind === 'U' ? request.update(value) : kind === 'lock' ? 1 : 0;
            const accesses = { reads: [{ address, value }], writes: [{ address, value: updated }] };
            return after(kind, [value], accesses, [id]);
          });
      }
      case 'F':
      case 'S':
        return [after(request.kind, [])];
      case 'A':
        return this.#blocks(state, request).map(({ reads, writes, sources }) => {
          const values = reads.map((read) => read.value);
          return after('A', values, { reads, writes }, sources);
        });
      case 'spawn': {
        const args = state.args.with(request.thread, request.args);
        return [after('spawn', [], { other: request.thread }, [], args)];
      }
      case 'join':
        return local[request.thread].kind === 'ended' ? [after('join', [], { other: request.thread })] : [];
      case 'choice':
        return choices(request).map((choice) => after('choice', [choice], { choice }));
    }
  }

  #sources(state: State, address: number): Source[] {
    const initial = this.#layout.initial.get(address);
    if (initial === undefined) return [];
    const writes = state.events.flatMap(({ id, writes }) =>
      writes.filter((w) => w.address === address).map(({ value }) => ({ id, value })),
    );
    return [{ id: initialWrite, value: initial }, ...writes];
  }

  /** The ways to run an atomic block: its reads are chosen one after the other, as later ones may depend on them. */
  #blocks(state: State, request: Extract<Request, { kind: 'A' }>) {
    const done: {
      reads: { address: number; value: Integer }[];
      writes: { address: number; value: Integer }[];
      sources: number[];
    }[] = [];
    const pending: Source[][] = [[]];
    for (let chosen = pending.pop(); chosen !== undefined; chosen = pending.pop()) {
      const choices = chosen;
      const reads: { address: number; value: Integer }[] = [];
      let missing: number | undefined;
      const { writes } = request.execute((address) => {
        if (reads.length >= choices.length) {
          missing ??= address;
          return 0;
        }
        const { value } = choices[reads.length];
        reads.push({ address, value });
        return value;
      });
      if (missing !== undefined)
        pending.push(...this.#sources(state, missing).map((source) => [...choices, source]));
      else
        done.push({
          reads,
          writes: [...writes].map(([address, value]) => ({ address, value })),
          sources: choices.map(({ id }) => id),
        });
    }
    return done;
  }

  /** The candidates with the events of a state in which no thread can go on: one per choice of coherence orders. */
  #finish(state: State, local: readonly ThreadState[]): Candidate[] {
    const writers = new Map<number, number[]>();
    for (const { id, writes } of state.events)
      for (const { address } of writes) writers.set(address, [...(writers.get(address) ?? []), id]);
    let orders: (readonly [number, readonly number[]])[][] = [[]];
    for (const [address, ids] of [...writers].sort(([a], [b]) => a - b))
      orders = orders.flatMap((order) =>
        permutations(ids).map((ids): (readonly [number, readonly number[]])[] => [...order, [address, ids]]),
      );
    const complete = local.every((l) => l.kind === 'ended');
    return orders.map((co) => ({
      execution: {
        events: state.events,
        rf: state.rf,
        co: new Map(co),
        blocked: new Map(),
        findings: [],
      },
      complete,
      key: this.#key(state, co),
    }));
  }

  #key({ events, rf }: State, co: readonly (readonly [number, readonly number[]])[]): string {
    const name = (id: number): string =>
      id === initialWrite ? 'i' : `${events[id].thread}.${events[id].index}`;
    const texts: string[][] = this.#program.threads.map(() => []);
    for (const { id, thread, kind, reads, writes, other, choice } of events) {
      const read = reads.map(({ address }, k) => `${address}<${name(rf[id][k])}`).join();
      const written = writes.map(({ address }) => address).join();
      const rest = kind === 'A' ? `${read};${written}` : kind === 'W' ? written : read;
      texts[thread].push(`${kind}${rest}${other ?? ''}${choice ?? ''}`);
    }
    return [
      ...texts.map((thread) => thread.join(' ')),
      ...co.map(([address, ids]) => `${address}:${ids.map(name).join('<')}`),
    ].join('|');
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
