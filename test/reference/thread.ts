// One thread as a coroutine: it runs locally up to its next event, asks for it, and goes on with the answer. Written for
// clarity only, and without anything of the engines: a third opinion on small programs.

import { type Expr, evaluate } from '../../src/program/expression.js';
import { type Integer, toInteger, wrap } from '../../src/program/integer.js';
import { initialValue, type Layout } from '../../src/program/layout.js';
import type { Thread } from '../../src/program/program.js';
import { applyRmw } from '../../src/program/rmw.js';
import type { Statement, StatementOf, Until } from '../../src/program/statement.js';

export type Request =
  | { readonly kind: 'R'; readonly address: number; readonly until?: (cell: Integer) => boolean }
  | {
      readonly kind: 'lock';
      readonly address: number;
      readonly until: (cell: Integer) => boolean;
      readonly update: (old: Integer) => Integer;
    }
  | { readonly kind: 'unlock'; readonly address: number; readonly holder?: Integer }
  | { readonly kind: 'W'; readonly address: number; readonly value: Integer }
  | { readonly kind: 'U'; readonly address: number; readonly update: (old: Integer) => Integer }
  | { readonly kind: 'F' | 'S' }
  | { readonly kind: 'A'; readonly execute: (read: (address: number) => Integer) => Section }
  | { readonly kind: 'spawn'; readonly thread: number; readonly args: readonly Integer[] }
  | { readonly kind: 'join'; readonly thread: number }
  | { readonly kind: 'choice'; readonly from: Integer; readonly to: Integer };

interface Section {
  /** The writes that others see: none, if it did not reach its end. */
  readonly writes: ReadonlyMap<number, Integer>;
  /** The addresses it stored to. */
  readonly stored: ReadonlySet<number>;
  readonly ending: Ending;
}

/** The values of a choice. */
export const choices = ({ from, to }: Extract<Request, { kind: 'choice' }>): Integer[] =>
  Array.from({ length: Number(BigInt(to) - BigInt(from)) + 1 }, (_, i) =>
    toInteger(BigInt(from) + BigInt(i)),
  );

/** The values an event read, or the one chosen. */
export type Answer = readonly Integer[];

/** How a list of statements ended: at its end, at a jump, or because the thread stops there for ever. */
type Ending =
  | { readonly kind: 'end' | 'assume' | 'bound' | 'assertion' }
  | { readonly kind: 'break' | 'continue'; readonly label: string };

export type ThreadState =
  | { readonly kind: 'asks'; readonly request: Request }
  | { readonly kind: 'ended'; readonly registers: ReadonlyMap<string, Integer> }
  | { readonly kind: 'stopped'; readonly why: string };

/** Where a thread is after its events so far were answered. */
export function threadAfter(
  thread: Thread,
  layout: Layout,
  args: readonly Integer[],
  answers: readonly Answer[],
  unroll: number,
): ThreadState {
  const registers = initialRegisters(thread, layout);
  thread.parameters.forEach((name, i) => {
    registers.set(name, args[i]);
  });
  const run = new Interpreter(registers, layout, unroll).run(thread.body);
  let step = run.next();
  for (const answer of answers) step = run.next(answer);
  if (!step.done) return { kind: 'asks', request: step.value };
  return step.value.kind === 'end' ? { kind: 'ended', registers } : { kind: 'stopped', why: step.value.kind };
}

export function initialRegisters(thread: Thread, layout: Layout): Map<string, Integer> {
  return new Map([...thread.registers].map(([name, value]) => [name, initialValue(value, layout.addressOf)]));
}

class Interpreter {
  readonly #registers: Map<string, Integer>;
  readonly #layout: Layout;
  readonly #unroll: number;

  constructor(registers: Map<string, Integer>, layout: Layout, unroll: number) {
    this.#registers = registers;
    this.#layout = layout;
    this.#unroll = unroll;
  }

  #value(expr: Expr): Integer {
    return evaluate(
      expr,
      (name) => this.#registers.get(name) ?? 0,
      (location) => this.#layout.addressOf.get(location) ?? 0,
    );
  }

  /** An address, or anything else that must be a small number; one of 64 bits that is none names nothing. */
  #number(expr: Expr): number {
    const value = this.#value(expr);
    return wrap(value, 32) === value ? Number(value) : -1;
  }

  *run(body: readonly Statement[]): Generator<Request, Ending, Answer> {
    for (const s of body) {
      const ending = yield* this.#statement(s);
      if (ending.kind !== 'end') return ending;
    }
    return { kind: 'end' };
  }

  *#statement(s: Statement): Generator<Request, Ending, Answer> {
    const end: Ending = { kind: 'end' };
    switch (s.kind) {
      case 'assign':
        this.#registers.set(s.target, this.#value(s.value));
        return end;
      case 'load': {
        const until = s.until === undefined ? {} : { until: this.#until(s.until) };
        const [value] = yield { kind: 'R', address: this.#number(s.address), ...until };
        this.#registers.set(s.target, wrap(value, s.width ?? 32));
        return end;
      }
      case 'store':
        yield {
          kind: 'W',
          address: this.#number(s.address),
          value: wrap(this.#value(s.value), s.width ?? 32),
        };
        return end;
      case 'rmw': {
        const [old] = yield { kind: 'U', address: this.#number(s.address), update: this.#update(s) };
        if (s.target !== undefined) this.#registers.set(s.target, wrap(old, s.width ?? 32));
        return end;
      }
      case 'fence':
        yield { kind: s.fence === 'full' ? 'F' : 'S' };
        return end;
      case 'atomic':
        return yield* this.#atomic(s.body);
      case 'if':
        return yield* this.run(this.#value(s.condition) !== 0 ? s.whenTrue : s.whenFalse);
      case 'block': {
        const ending = yield* this.run(s.body);
        return ending.kind === 'break' && ending.label === s.label ? end : ending;
      }
      case 'while':
        for (let round = 0; this.#value(s.condition) !== 0; round++) {
          if (round === (s.bound ?? this.#unroll)) return { kind: 'bound' };
          const ending = yield* this.run(s.body);
          if (ending.kind === 'break' && ending.label === s.label) break;
          if (ending.kind === 'continue' && ending.label === s.label) continue;
          if (ending.kind !== 'end') return ending;
        }
        return end;
      case 'break':
      case 'continue':
        return { kind: s.kind, label: s.label };
      case 'assume':
        return this.#value(s.condition) !== 0 ? end : { kind: 'assume' };
      case 'assert':
        return this.#value(s.condition) !== 0 ? end : { kind: 'assertion' };
      case 'nondet': {
        if (s.from === undefined || s.to === undefined) throw new Error('choices need a range here');
        const [value] = yield { kind: 'choice', from: s.from, to: s.to };
        this.#registers.set(s.target, value);
        return end;
      }
      case 'spawn':
        yield { kind: 'spawn', thread: s.thread, args: s.args.map((a) => this.#value(a)) };
        return end;
      case 'join':
        yield { kind: 'join', thread: this.#number(s.thread) };
        return end;
      case 'lock': {
        const left = s.leaves === undefined ? 1 : Number(this.#value(s.leaves.value));
        const update = (old: Integer): Integer =>
          s.leaves?.op === '+' ? (Number(wrap(old, 32)) + left) | 0 : left;
        const until = s.until === undefined ? (cell: Integer) => cell === 0 : this.#until(s.until);
        yield { kind: 'lock', address: this.#number(s.address), until, update };
        return end;
      }
      case 'unlock': {
        const holder = s.holder === undefined ? {} : { holder: this.#value(s.holder) };
        yield { kind: 'unlock', address: this.#number(s.address), ...holder };
        return end;
      }
      case 'alloc':
      case 'free':
        throw new Error(`${s.kind} is not part of the reference`);
    }
  }

  #until({ test, value }: Until): (cell: Integer) => boolean {
    const awaited = this.#value(value);
    return (cell) => (test === '==' ? wrap(cell, 32) === awaited : wrap(cell, 32) >= awaited);
  }

  #update({ op, width }: StatementOf<'rmw'>): (old: Integer) => Integer {
    switch (op.kind) {
      case 'xchg':
      case 'fetch': {
        const values = { ...op, value: this.#value(op.value) };
        return (old) => applyRmw(values, old, width);
      }
      case 'cas': {
        const [expected, desired] = [this.#value(op.expected), this.#value(op.desired)];
        return (old) => applyRmw({ ...op, expected, desired }, old, width);
      }
    }
  }

  /** Runs the block on a copy when the machine executes it, and again on the registers with what was read. */
  *#atomic(body: readonly Statement[]): Generator<Request, Ending, Answer> {
    const values = yield {
      kind: 'A',
      execute: (read) =>
        new Interpreter(new Map(this.#registers), this.#layout, this.#unroll).#inside(body, read),
    };
    let next = 0;
    return this.#inside(body, () => values[next++]).ending;
  }

  #inside(body: readonly Statement[], read: (address: number) => Integer): Section {
    const writes = new Map<number, Integer>();
    const seen = (address: number): Integer => writes.get(address) ?? read(address);
    const run = this.run(body);
    let step = run.next([]);
    while (!step.done) {
      const request = step.value;
      switch (request.kind) {
        case 'R':
          step = run.next([seen(request.address)]);
          break;
        case 'W':
          writes.set(request.address, request.value);
          step = run.next([]);
          break;
        case 'U': {
          const old = seen(request.address);
          writes.set(request.address, request.update(old));
          step = run.next([old]);
          break;
        }
        default:
          throw new Error(`${request.kind} in an atomic block`);
      }
    }
    const ending = step.value;
    return { writes: ending.kind === 'end' ? writes : new Map(), stored: new Set(writes.keys()), ending };
  }
}
