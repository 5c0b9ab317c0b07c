// Writes one thread's statements, and knows what its registers hold where that is static. `known` is undefined after a
// jump: nothing is written until a label joins the paths that lead to it.

import { constant, type Expr, register } from '../../../program/expression.js';
import type { MemoryOrder } from '../../../program/memoryOrder.js';
import type { FenceKind, SourceSpan, Statement } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { unsupported } from '../diagnostics.js';
import { Orders } from './annotation.js';
import {
  cellAddress,
  foldBinary,
  foldConditional,
  foldUnary,
  isFalse,
  isStatic,
  isTrue,
  one,
  zero,
} from './fold.js';
import { join, type Known } from './known.js';
import { narrowChoices } from './nondetRange.js';

/** A place that `break` or `continue` can go to. */
export interface Target {
  readonly label: string;
  /** What was known at each jump to it. */
  readonly arrivals: Known[];
  readonly atomicDepth: number;
  /** How many scopes are open where it stands. */
  readonly scopes: number;
}

/** A local variable in memory. */
interface Mortal {
  readonly location: string;
  readonly cells: number;
}

/** Holds whether a register that was declared without a value has one. */
const flagOf = (register: string): string => `?${register}`;
/** Statements a program may have after inlining. */
const sizeLimit = 100_000;

export class Emitter {
  #out: Statement[] = [];
  #known: Map<string, Expr> | undefined = new Map();
  readonly #names = new Map<string, number>();
  #temporaries = 0;
  #labels = 0;
  #atomicDepth = 0;
  #loopDepth = 0;
  /** Locals in memory whose lifetime ends with the scope, innermost scope last. */
  readonly #scopes: Mortal[][] = [];
  readonly #begun = new Set<string>();
  /** Registers that were declared without a value; whether they have one by now is in the register `flagOf` names. */
  readonly #unset = new Set<string>();
  readonly orders = new Orders();

  /** `size` counts the statements of all threads together; `copies` are loads of cells that are copied with their object. */
  constructor(
    readonly size: { count: number },
    readonly copies: Set<Statement>,
  ) {}

  get dead(): boolean {
    return this.#known === undefined;
  }

  get inAtomic(): boolean {
    return this.#atomicDepth > 0;
  }

  get statements(): readonly Statement[] {
    return this.#out;
  }

  emit(statement: Statement): void {
    if (this.#known === undefined) return;
    this.#out.push(this.orders.annotate(statement));
    if (++this.size.count > sizeLimit)
      unsupported(
        'a program this large (after functions are inlined)',
        statement.at ?? { line: 1, column: 1 },
        'a smaller --unroll bounds recursion',
      );
  }

  /** A register name nobody uses yet in this thread. */
  fresh(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  }

  /** A register that is written in one place only. */
  temporary(): string {
    return `$${++this.#temporaries}`;
  }

  label(name: string): string {
    return `${name}.${++this.#labels}`;
  }

  /** `sets`: whether it gives the register a value that had none. */
  assign(target: string, value: Expr, at: SourceSpan, sets: Expr = one): void {
    if (this.#known === undefined) return;
    if (isStatic(value)) this.#known.set(target, value);
    else this.#known.delete(target);
    this.emit({ kind: 'assign', target, value, at });
    if (!this.#unset.has(target)) return;
    const flag = this.read(flagOf(target));
    if (!isTrue(flag)) this.assign(flagOf(target), foldBinary('||', flag, sets), at);
  }

  /** A register that holds the value now and keeps it. */
  keep(value: Expr, at: SourceSpan): Expr {
    if (isStatic(value) || (value.kind === 'register' && value.name.startsWith('$'))) return value;
    const target = this.temporary();
    this.assign(target, value, at);
    return register(target);
  }

  read(name: string): Expr {
    return this.#known?.get(name) ?? register(name);
  }

  forget(names: Iterable<string>): void {
    for (const name of names) {
      this.#known?.delete(name);
      // what has a value keeps having one, until its declaration is reached again
      if (!isTrue(this.read(flagOf(name)))) this.#known?.delete(flagOf(name));
    }
  }

  /** The registers of a variable that is declared without a value. */
  unset(names: readonly string[], at: SourceSpan): void {
    for (const name of names) {
      this.#unset.add(name);
      this.assign(flagOf(name), zero, at);
    }
  }

  /** Whether the register has a value by now. */
  isSet(name: string): Expr {
    return this.#unset.has(name) ? this.read(flagOf(name)) : one;
  }

  /** `to` has a value if `from` has one. */
  copyFlag(from: string, to: string, at: SourceSpan): void {
    const flag = this.isSet(from);
    if (isTrue(flag)) return;
    this.#unset.add(to);
    this.assign(flagOf(to), flag, at);
  }

  openScope(): void {
    this.#scopes.push([]);
  }

  /** `ends`: the locals of the scope cease to exist. */
  closeScope(at: SourceSpan, ends = true): void {
    if (ends) this.#endScopes(this.#scopes.length - 1, at);
    this.#scopes.pop();
  }

  /** A local variable in memory begins to exist, without a value; `mortal`: it ends with the scope. */
  begin(location: string, cells: number, mortal: boolean, at: SourceSpan): void {
    const scope = this.#scopes.at(-1);
    if (mortal && scope?.every((local) => local.location !== location)) scope.push({ location, cells });
    // a location starts like that by itself
    if (this.#loopDepth > 0 || this.#begun.has(location)) this.#mark({ location, cells }, 'begins', at);
    this.#begun.add(location);
  }

  #endScopes(from: number, at: SourceSpan): void {
    for (const scope of this.#scopes.slice(from).reverse())
      for (const local of scope) this.#mark(local, 'ends', at);
  }

  #mark({ location, cells }: Mortal, lifetime: 'begins' | 'ends', at: SourceSpan): void {
    if (this.inAtomic) return;
    for (let cell = 0; cell < cells; cell++)
      this.emit({ kind: 'store', address: cellAddress(location, cell), value: zero, lifetime, at });
  }

  /** `copied` with the object it is part of, which may have parts without a value. */
  load(address: Expr, at: SourceSpan, copied = false): Expr {
    const target = this.temporary();
    const statement: Statement = { kind: 'load', target, address, at };
    if (copied) this.copies.add(statement);
    this.emit(statement);
    return register(target);
  }

  store(address: Expr, value: Expr, at: SourceSpan): void {
    this.emit({ kind: 'store', address, value, at });
  }

  /** Fences are left out of atomic sections, which are full fences themselves. `order`: what it is to C. */
  fence(fence: FenceKind, at: SourceSpan, order?: MemoryOrder): void {
    if (!this.inAtomic) this.emit({ kind: 'fence', fence, at, ...present({ order }) });
  }

  assert(condition: Expr, message: string, at: SourceSpan): void {
    if (isTrue(condition)) return;
    this.emit({ kind: 'assert', condition, message, at });
    if (isFalse(condition)) this.stop();
  }

  assume(condition: Expr, at: SourceSpan): void {
    if (isTrue(condition)) return;
    narrowChoices(this.#out, condition);
    this.emit({ kind: 'assume', condition, at });
    if (isFalse(condition)) this.stop();
  }

  /** Nothing after this point is reached. */
  stop(): void {
    this.#known = undefined;
  }

  /** What `fill` writes, apart from the rest. */
  collect<T>(fill: () => T): { body: Statement[]; value: T } {
    const outer = this.#out;
    const body: Statement[] = [];
    this.#out = body;
    try {
      return { body, value: fill() };
    } finally {
      this.#out = outer;
    }
  }

  append(statements: readonly Statement[]): void {
    if (this.#known !== undefined) for (const statement of statements) this.#out.push(statement);
  }

  branch(condition: Expr, whenTrue: () => void, whenFalse: () => void, at: SourceSpan): void {
    if (this.#known === undefined) return;
    if (isTrue(condition)) {
      whenTrue();
      return;
    }
    if (isFalse(condition)) {
      whenFalse();
      return;
    }
    const before = this.#known;
    this.#known = new Map(before);
    const first = this.collect(whenTrue).body;
    const afterTrue = this.#known;
    this.#known = new Map(before);
    const second = this.collect(whenFalse).body;
    this.#known = join([afterTrue, this.#known]);
    if (first.length === 0 && second.length === 0) return;
    const statement: Statement =
      first.length > 0
        ? { kind: 'if', condition, whenTrue: first, whenFalse: second, at }
        : { kind: 'if', condition: foldUnary('!', condition), whenTrue: second, whenFalse: [], at };
    this.#out.push(statement);
    this.size.count++;
  }

  /** A value that depends on a condition: an expression if neither side does anything, else a register. */
  choose(condition: Expr, whenTrue: () => Expr, whenFalse: () => Expr, at: SourceSpan): Expr {
    if (this.#known === undefined) return zero;
    if (isTrue(condition)) return whenTrue();
    if (isFalse(condition)) return whenFalse();
    const before = this.#known;
    const target = this.temporary();
    const side = (
      fill: () => Expr,
    ): { value: Expr; idle: boolean; body: Statement[]; known: typeof before | undefined } => {
      this.#known = new Map(before);
      let idle = false;
      const { body, value } = this.collect(() => {
        const result = fill();
        idle = this.#out.length === 0 && !this.dead;
        this.assign(target, result, at);
        return result;
      });
      return { value, idle, body, known: this.#known };
    };
    const first = side(whenTrue);
    const second = side(whenFalse);
    if (first.idle && second.idle) {
      this.#known = before;
      return foldConditional(condition, first.value, second.value);
    }
    this.#known = join([first.known, second.known]);
    this.#out.push({ kind: 'if', condition, whenTrue: first.body, whenFalse: second.body, at });
    this.size.count++;
    return this.read(target);
  }

  /** A block that `break` leaves; without a break in it, just its body. */
  block(name: string, fill: (target: Target) => void, at: SourceSpan): void {
    if (this.#known === undefined) return;
    const target = this.#target(name);
    const { body } = this.collect(() => fill(target));
    this.#known = join([this.#known, ...target.arrivals]);
    const last = body[body.length - 1];
    if (last?.kind === 'break' && last.label === target.label) {
      body.pop();
      target.arrivals.pop();
    }
    if (target.arrivals.length === 0) for (const statement of body) this.#out.push(statement);
    else this.#out.push({ kind: 'block', label: target.label, body, at });
  }

  /**
   * A loop. What is known before it must hold at the start of every iteration: the caller has forgotten what the loop
   * assigns. After it holds what the loop knew at its start (its condition failed) or at each break.
   */
  loop(
    options: { name: string; condition: Expr; bound?: number; at: SourceSpan },
    fill: (target: Target) => void,
  ): void {
    if (this.#known === undefined) return;
    const { condition, bound, at } = options;
    const target = this.#target(options.name);
    const before = new Map(this.#known);
    this.#loopDepth++;
    const { body } = this.collect(() => fill(target));
    this.#loopDepth--;
    this.#known = join([isTrue(condition) ? undefined : before, ...target.arrivals]);
    this.#out.push({
      kind: 'while',
      label: target.label,
      condition,
      body,
      ...(bound === undefined ? {} : { bound }),
      at,
    });
    this.size.count++;
  }

  #target(name: string): Target {
    return {
      label: this.label(name),
      arrivals: [],
      atomicDepth: this.#atomicDepth,
      scopes: this.#scopes.length,
    };
  }

  /** `ends`: the locals of the scopes that are left cease to exist. */
  break(target: Target, at: SourceSpan, ends = true): void {
    if (this.#known === undefined) return;
    if (target.atomicDepth !== this.#atomicDepth) unsupported('a jump out of an atomic section', at);
    if (ends) this.#endScopes(target.scopes, at);
    target.arrivals.push(this.#known);
    this.emit({ kind: 'break', label: target.label, at });
    this.stop();
  }

  continue(target: Target, at: SourceSpan): void {
    if (target.atomicDepth !== this.#atomicDepth) unsupported('a jump out of an atomic section', at);
    this.#endScopes(target.scopes, at);
    this.emit({ kind: 'continue', label: target.label, at });
    this.stop();
  }

  /** The bound ends here: a loop that may not run. */
  cut(at: SourceSpan): void {
    this.emit({ kind: 'while', label: this.label('cut'), condition: constant(1), body: [], bound: 0, at });
    this.stop();
  }

  atomic(fill: () => void, at: SourceSpan): void {
    if (this.inAtomic) {
      fill();
      return;
    }
    this.#atomicDepth++;
    const alive = !this.dead;
    const { body } = this.collect(fill);
    this.#atomicDepth--;
    if (body.length > 0 && alive) this.#out.push({ kind: 'atomic', body, at, ...this.orders.current });
  }

  /** The thread's code. */
  finish(): readonly Statement[] {
    if (this.#atomicDepth !== 0) bug('an atomic section was left open');
    return this.#out;
  }
}
