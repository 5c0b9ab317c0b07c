// Programs in TypeScript:
//
//   const p = program('SB');
//   const x = p.location('x'), y = p.location('y');
//   p.thread((t) => { t.store(x, 1); t.load(y, 'r'); });
//   p.thread((t) => { t.store(y, 1); t.load(x, 'r'); });
//   p.exists(and(eq(finalRegister(0, 'r'), 0), eq(finalRegister(1, 'r'), 0)));
//   outcomes(p.build(), ...)

import { present } from '../support/present.js';
import {
  type Condition,
  type Formula,
  type Observable,
  type Operand,
  observableKey,
  observablesOf,
} from './condition.js';
import { addressOf, binary, constant, type Expr, type ExprWidth, register, widthOf } from './expression.js';
import type { ThreadId } from './identity.js';
import { type Integer, toInteger, type Width, wrap } from './integer.js';
import type { InitialValue, Location, Program, Thread } from './program.js';
import type { FetchOp, RmwOp, Statement } from './statement.js';
import { validate } from './validate.js';

/** A number stands for a constant, a bigint for one of 64 bits, a string for a register of 32 bits. */
export type Value = Expr | number | bigint | string;

function toExpr(value: Value): Expr {
  if (typeof value === 'number') return constant(value);
  if (typeof value === 'bigint') return constant(value, 64);
  return typeof value === 'string' ? register(value) : value;
}

export const finalRegister = (thread: ThreadId, name: string): Observable => ({
  kind: 'register',
  thread,
  register: name,
});
export const finalCell = (location: string, index = 0): Observable => ({ kind: 'cell', location, index });
export const eq = (left: Observable, right: Operand | Integer): Formula => compare('=', left, right);
export const ne = (left: Observable, right: Operand | Integer): Formula => compare('!=', left, right);
export const not = (operand: Formula): Formula => ({ kind: 'not', operand });
export const and = (...formulas: Formula[]): Formula => fold('and', formulas);
export const or = (...formulas: Formula[]): Formula => fold('or', formulas);

function compare(op: '=' | '!=', left: Observable, right: Operand | Integer): Formula {
  return {
    kind: 'compare',
    op,
    left,
    right: typeof right === 'object' ? right : { kind: 'const', value: wrap(right, 64) },
  };
}

function fold(kind: 'and' | 'or', formulas: Formula[]): Formula {
  if (formulas.length === 0) return { kind: kind === 'and' ? 'true' : 'false' };
  return formulas.reduce((left, right) => ({ kind, left, right }));
}

const sized = (width: Width | undefined): { readonly width?: Width } =>
  width === undefined ? {} : { width };
const exprWidth = (width: Width | undefined): ExprWidth => (width === 64 ? 64 : 32);

/** Collects the statements of one thread (or of a branch or loop in it). */
export class ThreadBuilder {
  readonly body: Statement[] = [];
  readonly #names: { next: number };

  constructor(names: { next: number } = { next: 0 }) {
    this.#names = names;
  }

  #fresh(prefix: string): string {
    return `${prefix}${this.#names.next++}`;
  }

  #nested(fill: (t: ThreadBuilder) => void): Statement[] {
    const nested = new ThreadBuilder(this.#names);
    fill(nested);
    return nested.body;
  }

  /** Any statement, for what has no shorthand here. */
  add(statement: Statement): this {
    this.body.push(statement);
    return this;
  }

  assign(target: string, value: Value): Expr {
    const expr = toExpr(value);
    this.add({ kind: 'assign', target, value: expr });
    return register(target, widthOf(expr));
  }

  load(address: Value, target: string = this.#fresh('r'), width?: Width): Expr {
    this.add({ kind: 'load', target, address: toExpr(address), ...sized(width) });
    return register(target, exprWidth(width));
  }

  store(address: Value, value: Value, width?: Width): this {
    return this.add({ kind: 'store', address: toExpr(address), value: toExpr(value), ...sized(width) });
  }

  #rmw(address: Value, op: RmwOp, target: string, width: Width | undefined): Expr {
    this.add({ kind: 'rmw', target, address: toExpr(address), op, ...sized(width) });
    return register(target, exprWidth(width));
  }

  xchg(address: Value, value: Value, target: string = this.#fresh('r'), width?: Width): Expr {
    return this.#rmw(address, { kind: 'xchg', value: toExpr(value) }, target, width);
  }

  fetch(op: FetchOp, address: Value, value: Value, target: string = this.#fresh('r'), width?: Width): Expr {
    return this.#rmw(address, { kind: 'fetch', op, value: toExpr(value) }, target, width);
  }

  cas(
    address: Value,
    expected: Value,
    desired: Value,
    target: string = this.#fresh('r'),
    width?: Width,
  ): Expr {
    const op: RmwOp = { kind: 'cas', expected: toExpr(expected), desired: toExpr(desired) };
    return this.#rmw(address, op, target, width);
  }

  fence(): this {
    return this.add({ kind: 'fence', fence: 'full' });
  }

  storeFence(): this {
    return this.add({ kind: 'fence', fence: 'store-store' });
  }

  atomic(fill: (t: ThreadBuilder) => void): this {
    return this.add({ kind: 'atomic', body: this.#nested(fill) });
  }

  if(condition: Value, whenTrue: (t: ThreadBuilder) => void, whenFalse?: (t: ThreadBuilder) => void): this {
    return this.add({
      kind: 'if',
      condition: toExpr(condition),
      whenTrue: this.#nested(whenTrue),
      whenFalse: whenFalse === undefined ? [] : this.#nested(whenFalse),
    });
  }

  block(fill: (t: ThreadBuilder, label: string) => void): this {
    const label = this.#fresh('B');
    return this.add({ kind: 'block', label, body: this.#nested((t) => fill(t, label)) });
  }

  while(condition: Value, fill: (t: ThreadBuilder, label: string) => void, bound?: number): this {
    const label = this.#fresh('L');
    return this.add({
      kind: 'while',
      label,
      condition: toExpr(condition),
      body: this.#nested((t) => fill(t, label)),
      ...present({ bound }),
    });
  }

  break(label: string): this {
    return this.add({ kind: 'break', label });
  }

  continue(label: string): this {
    return this.add({ kind: 'continue', label });
  }

  assume(condition: Value): this {
    return this.add({ kind: 'assume', condition: toExpr(condition) });
  }

  assert(condition: Value, message?: string): this {
    return this.add({
      kind: 'assert',
      condition: toExpr(condition),
      ...present({ message }),
    });
  }

  nondet(from: number, to: number, target: string = this.#fresh('r')): Expr {
    this.add({ kind: 'nondet', target, from, to });
    return register(target);
  }

  spawn(thread: ThreadId, ...args: Value[]): this {
    return this.add({ kind: 'spawn', thread, args: args.map(toExpr) });
  }

  join(thread: Value): this {
    return this.add({ kind: 'join', thread: toExpr(thread) });
  }

  lock(address: Value): this {
    return this.add({ kind: 'lock', address: toExpr(address) });
  }

  unlock(address: Value): this {
    return this.add({ kind: 'unlock', address: toExpr(address) });
  }

  alloc(size: Value, target: string = this.#fresh('r'), zeroed = true): Expr {
    this.add({ kind: 'alloc', target, size: toExpr(size), zeroed });
    return register(target);
  }

  free(address: Value): this {
    return this.add({ kind: 'free', address: toExpr(address) });
  }
}

const canonical = (value: InitialValue): InitialValue =>
  typeof value === 'object' ? value : toInteger(value);

export class ProgramBuilder {
  readonly #name: string;
  readonly #locations: Location[] = [];
  readonly #threads: Thread[] = [];
  readonly #observed: Observable[] = [];
  #condition: Condition | undefined;
  #filter: Formula | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  location(name: string, initial: InitialValue = 0): Expr {
    this.#locations.push({ name, initial: [canonical(initial)] });
    return addressOf(name);
  }

  array(name: string, initial: readonly InitialValue[]): Expr {
    this.#locations.push({ name, initial: initial.map(canonical), array: true });
    return addressOf(name);
  }

  /** Returns the thread's index. */
  thread(
    fill: (t: ThreadBuilder) => void,
    options: { name?: string; registers?: Record<string, InitialValue>; spawned?: readonly string[] } = {},
  ): number {
    const builder = new ThreadBuilder();
    fill(builder);
    return (
      this.#threads.push({
        name: options.name ?? `P${this.#threads.length}`,
        start: options.spawned === undefined ? 'initial' : 'spawned',
        parameters: options.spawned ?? [],
        registers: new Map(
          Object.entries(options.registers ?? {}).map(([name, value]) => [name, canonical(value)]),
        ),
        body: builder.body,
      }) - 1
    );
  }

  observe(...observables: Observable[]): this {
    this.#observed.push(...observables);
    return this;
  }

  exists(formula: Formula): this {
    this.#condition = { quantifier: 'exists', formula };
    return this;
  }

  notExists(formula: Formula): this {
    this.#condition = { quantifier: 'not exists', formula };
    return this;
  }

  forall(formula: Formula): this {
    this.#condition = { quantifier: 'forall', formula };
    return this;
  }

  filter(formula: Formula): this {
    this.#filter = formula;
    return this;
  }

  build(): Program {
    const formulas = [this.#condition?.formula, this.#filter].filter((f) => f !== undefined);
    const observed = new Map<string, Observable>();
    for (const o of [...this.#observed, ...formulas.flatMap(observablesOf)]) {
      const key = observableKey(o);
      if (!observed.has(key)) observed.set(key, o);
    }
    return validate({
      name: this.#name,
      locations: this.#locations,
      threads: this.#threads,
      observed: [...observed.values()],
      ...present({ condition: this.#condition, filter: this.#filter }),
    });
  }
}

export const program = (name: string): ProgramBuilder => new ProgramBuilder(name);

/** The address of cell `index` of an array. */
export const cell = (array: Expr, index: Value): Expr =>
  typeof index === 'number' && index === 0 ? array : binary('+', array, toExpr(index));
