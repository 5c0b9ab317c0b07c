// Writes one thread's statements, and knows what its registers hold where that is static. `known` is undefined after a
// jump: nothing is written until a label joins the paths that lead to it.

import { cutAt } from '../../../program/cut.js';
import type { CutReason } from '../../../program/cutReason.js';
import { constant, type Expr, widthOf } from '../../../program/expression.js';
import type { Width } from '../../../program/integer.js';
import type { MemoryOrder } from '../../../program/memoryOrder.js';
import type { AssertedFinding, FenceKind, RmwOp, SourceSpan, Statement } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { unsupported } from '../diagnostics.js';
import { OnePlace, Orders } from './emitter/annotation.js';
import { sectionOf } from './emitter/atomicSections.js';
import { conditional } from './emitter/conditional.js';
import { Interruptions, isInterruptible, isWaiting } from './emitter/interruption.js';
import { maskIf } from './emitter/marks.js';
import { asCondition, narrow, sized } from './emitter/operands.js';
import { Registers } from './emitter/registers.js';
import { Scopes } from './emitter/scopes.js';
import { emptyBuffer, noteBuffer, storesIn } from './emitter/storeBuffer.js';
import { foldConditional, isFalse, isTrue, one, zero } from './fold.js';
import { join, type Target } from './known.js';
import type { ProgramSize } from './programSize.js';

/** How a load treats a value that was never written: it reports a finding, copies the value with its mask, or ignores it. */
export type Look = 'checked' | 'copied' | 'unchecked';

export class Emitter extends Registers {
  #out: Statement[] = [];
  readonly #first: Statement[] = [];
  #atomicDepth = 0;
  #sectionHasStored = false;
  #loopDepth = 0;
  readonly #scopes = new Scopes();
  readonly orders = new Orders();
  readonly place = new OnePlace();
  readonly interruptions = new Interruptions();
  /** Registers that any round of a loop may change. */
  changing: () => readonly string[] = () => [];

  /** `size` counts the statements of all threads together; `choosesUnset`: reading what has no value gives it one. */
  constructor(
    readonly size: ProgramSize,
    readonly choosesUnset = false,
  ) {
    super();
  }

  get inAtomic(): boolean {
    return this.#atomicDepth > 0;
  }

  get bufferIsEmpty(): boolean {
    return this.known?.has(emptyBuffer) === true && this.interruptions.current === undefined;
  }

  get inLoop(): boolean {
    return this.#loopDepth > 0;
  }

  get statements(): readonly Statement[] {
    return this.#out;
  }

  /** The statement as it was written. */
  emit(statement: Statement): Statement {
    if (isInterruptible(statement)) this.interrupt(statement.at);
    if (this.known === undefined) return statement;
    if (isWaiting(statement) && !this.inAtomic) {
      const wait = (interruptible: boolean): unknown =>
        this.emit(interruptible ? { ...statement, interruptible } : statement);
      if (this.interruptions.block(wait, statement.at)) return statement;
    }
    const written = this.orders.annotate(this.place.put(statement));
    this.#out.push(written);
    noteBuffer(this.known, written);
    if (written.kind === 'store' || written.kind === 'rmw') this.#sectionHasStored = true;
    this.size.grow(statement.at);
    return written;
  }

  /** A point between two events. */
  interrupt(at: SourceSpan | undefined): void {
    if (this.inAtomic || this.dead) return;
    this.interruptions.come(at, (fill) => this.orders.during({}, () => this.place.during(undefined, fill)));
  }

  /** The register holds this when the thread begins, and now, if that is not in a loop. */
  beginWith(target: string, value: Expr, at: SourceSpan): void {
    this.#first.push({ kind: 'assign', target, value, at });
    if (!this.inLoop) this.known?.set(target, value);
  }

  openScope(): void {
    this.#scopes.open();
  }

  /** `ends`: the locals of the scope cease to exist. */
  closeScope(at: SourceSpan, ends = true): void {
    for (const action of this.#scopes.unwinding(this.#scopes.depth - 1)) action();
    if (ends) this.#mark(this.#scopes.endings(this.#scopes.depth - 1, at));
    this.#scopes.close();
  }

  /** To be done whenever the innermost scope is left. */
  defer(action: () => void): void {
    if (!this.dead) this.#scopes.defer(action);
  }

  /** Does what the scopes defer that a jump to the target leaves; `known`: see Scopes. */
  unwind(target: Target, known?: number): void {
    for (const action of this.#scopes.unwinding(target.scopes, known)) action();
  }

  /** A jump of the program. */
  leave(target: Target, at: SourceSpan): void {
    this.unwind(target);
    this.break(target, at);
  }

  /** A local variable in memory begins to exist, without a value; `mortal`: it ends with the scope. */
  begin(location: string, offsets: readonly number[], mortal: boolean, at: SourceSpan): void {
    this.#mark(this.#scopes.begin({ location, offsets }, mortal, this.#loopDepth > 0, at));
  }

  /** Something that is no variable ends with the scope, or with the one of that depth. */
  endWithScope(ends: (at: SourceSpan) => readonly Statement[], depth?: number): void {
    this.#scopes.endToo(ends, depth);
  }

  #mark(statements: readonly Statement[]): void {
    if (!this.inAtomic) for (const statement of statements) this.emit(statement);
  }

  load(address: Expr, at: SourceSpan, width: Width = 32, look: Look = 'checked'): Expr {
    const target = this.temporary(width === 64 ? 64 : 32);
    const has = look === 'checked' ? undefined : this.temporary(32);
    this.emit({
      kind: 'load',
      target,
      address: narrow(address),
      ...sized(width),
      ...present({ has }),
      at,
    });
    if (look === 'copied' && has !== undefined) this.marks.mark(target, maskIf(this.register(has)));
    return this.register(target);
  }

  /** Stores the value if it `has` one; else the cell has none afterwards. */
  store(address: Expr, value: Expr, at: SourceSpan, width: Width = 32, has: Expr = one): void {
    const cell = { kind: 'store', address: narrow(address), ...sized(width), at } as const;
    const nothing = constant(0, width === 64 ? 64 : 32);
    this.branch(
      has,
      () => this.emit({ ...cell, value }),
      () => this.emit({ ...cell, value: nothing, lifetime: 'empties' }),
      at,
    );
  }

  rmw(target: string, address: Expr, op: RmwOp, width: Width, at: SourceSpan): void {
    this.emit({ kind: 'rmw', target, address: narrow(address), op, ...sized(width), at });
  }

  /** Fences are left out of atomic sections, which are full fences themselves. `order`: what it is to C. */
  fence(fence: FenceKind, at: SourceSpan, order?: MemoryOrder): void {
    if (!this.inAtomic) this.emit({ kind: 'fence', fence, at, ...present({ order }) });
  }

  assert(condition: Expr, message: string, at: SourceSpan, finding?: AssertedFinding): void {
    if (isTrue(condition)) return;
    this.emit({ kind: 'assert', condition, message, ...present({ finding }), at });
    if (isFalse(condition)) this.stop();
  }

  assume(condition: Expr, at: SourceSpan): void {
    if (isTrue(condition)) return;
    this.emit({ kind: 'assume', condition, at });
    if (isFalse(condition)) this.stop();
  }

  /** The process ends here. */
  exit(at: SourceSpan): void {
    if (this.inAtomic && this.#sectionHasStored && !this.dead)
      unsupported('the end of the process in an atomic section that has stored something', at);
    this.emit({ kind: 'assume', condition: constant(0), exits: true, at });
    this.stop();
  }

  /** Nothing after this point is reached. */
  stop(): void {
    this.known = undefined;
  }

  /** The statements that `fill` writes, kept apart from the code written so far. */
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

  /** Removes the idle statements from those written here from index `since` on. */
  leaveOut(since: number, isIdle: (statement: Statement) => boolean): void {
    this.#out.push(...this.#out.splice(since).filter((s) => !isIdle(s)));
  }

  append(statements: readonly Statement[]): void {
    this.known?.delete(emptyBuffer);
    if (this.known !== undefined) for (const statement of statements) this.#out.push(statement);
  }

  /** The first of the cases that `is` there; the last of them without being asked, if nothing is said of others. */
  select<T>(
    cases: readonly T[],
    is: (one: T) => Expr,
    use: (one: T) => void,
    at: SourceSpan,
    otherwise?: () => void,
  ): void {
    const [first, ...rest] = cases;
    if (first === undefined) otherwise?.();
    else if (rest.length === 0 && otherwise === undefined) use(first);
    else
      this.branch(
        is(first),
        () => use(first),
        () => this.select(rest, is, use, at, otherwise),
        at,
      );
  }

  branch(value: Expr, whenTrue: () => void, whenFalse: () => void, at: SourceSpan): void {
    if (this.known === undefined) return;
    const condition = asCondition(value);
    if (isTrue(condition)) {
      whenTrue();
      return;
    }
    if (isFalse(condition)) {
      whenFalse();
      return;
    }
    const before = this.known;
    this.known = new Map(before);
    const first = this.collect(whenTrue).body;
    const afterTrue = this.known;
    this.known = new Map(before);
    const second = this.collect(whenFalse).body;
    this.known = join([afterTrue, this.known]);
    if (first.length === 0 && second.length === 0) return;
    const statement = conditional(condition, first, second, at);
    if (statement.kind === 'assume') {
      this.assume(statement.condition, statement.at ?? at);
      return;
    }
    this.#out.push(this.place.put(statement));
    this.size.grow(at);
  }

  /** A value that depends on a condition: an expression if neither side does anything, else a register. */
  choose(value: Expr, whenTrue: () => Expr, whenFalse: () => Expr, at: SourceSpan): Expr {
    if (this.known === undefined) return zero;
    const condition = asCondition(value);
    if (isTrue(condition)) return whenTrue();
    if (isFalse(condition)) return whenFalse();
    const before = this.known;
    let target: string | undefined;
    const side = (
      fill: () => Expr,
    ): { value: Expr; idle: boolean; body: Statement[]; known: typeof before | undefined } => {
      this.known = new Map(before);
      let idle = false;
      const { body, value } = this.collect(() => {
        const result = fill();
        idle = this.#out.length === 0 && !this.dead;
        if (this.dead) return result;
        target ??= this.temporary(widthOf(result));
        this.assign(target, result, at);
        return result;
      });
      return { value, idle, body, known: this.known };
    };
    const first = side(whenTrue);
    const second = side(whenFalse);
    if (first.idle && second.idle) {
      this.known = before;
      return foldConditional(condition, first.value, second.value);
    }
    this.known = join([first.known, second.known]);
    this.#out.push(
      this.place.put({ kind: 'if', condition, whenTrue: first.body, whenFalse: second.body, at }),
    );
    this.size.grow(at);
    return target === undefined ? zero : this.read(target);
  }

  /** A block that `break` leaves; without a break in it, just its body. */
  block(name: string, fill: (target: Target) => void, at: SourceSpan): void {
    if (this.known === undefined) return;
    const target = this.#target(name);
    const { body } = this.collect(() => fill(target));
    this.known = join([this.known, ...target.arrivals]);
    const last = body[body.length - 1];
    if (last?.kind === 'break' && last.label === target.label) {
      body.pop();
      target.arrivals.pop();
    }
    if (target.arrivals.length === 0) for (const statement of body) this.#out.push(statement);
    else this.#out.push(this.place.put({ kind: 'block', label: target.label, body, at }));
  }

  /** Known values must hold at the start of every iteration, so the caller first forgets the registers that the loop assigns. */
  loop(
    options: { name: string; condition: Expr; bound?: number; at: SourceSpan },
    fill: (target: Target) => void,
  ): void {
    if (this.known === undefined) return;
    const { bound, at } = options;
    const condition = asCondition(options.condition);
    const target = this.#target(options.name);
    const empty = this.known.delete(emptyBuffer);
    this.forget([...(this.interruptions.current?.registers() ?? []), ...this.changing()]);
    if (this.choosesUnset) this.forgetUnset();
    const before = new Map(this.known);
    this.#loopDepth++;
    const { body } = this.collect(() => fill(target));
    this.#loopDepth--;
    this.known = join([isTrue(condition) ? undefined : before, ...target.arrivals]);
    if (empty && !storesIn(body)) this.known?.set(emptyBuffer, one);
    this.#out.push(
      this.place.put({ kind: 'while', label: target.label, condition, body, ...present({ bound }), at }),
    );
    this.size.grow(at);
  }

  #target(name: string): Target {
    return {
      label: this.label(name),
      arrivals: [],
      atomicDepth: this.#atomicDepth,
      scopes: this.#scopes.depth,
      deferred: this.#scopes.deferred,
    };
  }

  /** `ends`: the locals of the scopes that are left cease to exist. */
  break(target: Target, at: SourceSpan, ends = true): void {
    if (this.known === undefined) return;
    if (target.atomicDepth !== this.#atomicDepth) unsupported('a jump out of an atomic section', at);
    if (ends) this.#mark(this.#scopes.endings(target.scopes, at));
    target.arrivals.push(this.known);
    this.emit({ kind: 'break', label: target.label, at });
    this.stop();
  }

  continue(target: Target, at: SourceSpan): void {
    if (target.atomicDepth !== this.#atomicDepth) unsupported('a jump out of an atomic section', at);
    this.#mark(this.#scopes.endings(target.scopes, at));
    this.emit({ kind: 'continue', label: target.label, at });
    this.stop();
  }

  /** The bound ends here: a loop that may not run. */
  cut(at: SourceSpan, cut?: CutReason): void {
    this.emit(cutAt(this.label('cut'), cut, at));
    this.stop();
  }

  /** `loads`: a section that only loads, and is no fence. */
  atomic(fill: () => void, at: SourceSpan, loads?: true): void {
    if (this.inAtomic) {
      fill();
      return;
    }
    this.interrupt(at);
    this.#atomicDepth++;
    this.#sectionHasStored = false;
    const alive = !this.dead;
    const { body } = this.collect(fill);
    this.#atomicDepth--;
    if (body.length === 0 || !alive) return;
    const around = { at, ...this.orders.current, ...present({ loads }) };
    const { statements, fences } = sectionOf(body, around, (width) => this.temporary(width));
    if (fences) this.known?.set(emptyBuffer, one);
    this.#out.push(...statements.map((s) => this.place.put(s)));
  }

  /** The thread's code. */
  finish(): readonly Statement[] {
    if (this.#atomicDepth !== 0) bug('an atomic section was left open');
    return [...this.#first, ...this.#out];
  }
}
