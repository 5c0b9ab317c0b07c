// The statements of a thread while they are made: temporaries, names of registers, atomic sections, and what is known of the
// memory that an instruction touches.

import { binary, constant, type Expr, type ExprWidth, widthOf } from '../../../program/expression.js';
import type { Width } from '../../../program/integer.js';
import {
  type AssertedFinding,
  forEachStatement,
  type SourceSpan,
  type Statement,
  type StatementOf,
} from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { registersReadIn } from '../../body.js';
import type { Instruction } from '../../instruction.js';
import type { Body } from '../../module.js';
import { bitsOf, type Type } from '../../type.js';
import { forEachValue, type Register, typeOf, type Value } from '../../value.js';
import { Expressions } from './expressions.js';
import { repeatedBeginnings } from './lifetimes.js';
import type { ProgramParts } from './parts.js';
import { registerWidth, sized } from './widths.js';

type RegisterExpr = Extract<Expr, { kind: 'register' }>;

/** The fields of an access beside its cell and its value. */
type Marks<S, K extends keyof S> = { readonly [F in K]?: S[F] | undefined };
type LoadMarks = Marks<StatementOf<'load'>, 'order' | 'failure' | 'has' | 'until' | 'interruptible'>;
type StoreMarks = Marks<StatementOf<'store'>, 'order' | 'failure' | 'lifetime' | 'own'>;

/** Whether an index is below the bound for all values of its registers. */
function isBelow(index: Value, bound: number): boolean {
  switch (index.kind) {
    case 'const':
      return index.value >= 0 && index.value < bound;
    case 'unary':
      return (index.op === 'zext' || index.op === 'sext') && isBelow(index.operand, bound);
    case 'binary': {
      const { op, right } = index;
      if (right.kind !== 'const' || right.value < 0) return false;
      if (op === 'and') return right.value < bound;
      return op === 'urem' && right.value > 0 && right.value <= bound;
    }
    default:
      return typeOf(index) === 'i1' && bound > 1;
  }
}

export class ThreadCode {
  readonly expressions: Expressions;
  readonly thread: number;
  readonly parts: ProgramParts;
  /** The place of the instruction whose statements are made. */
  at: SourceSpan | undefined;
  /** Whether something that is still to come may end the waits from here on. */
  interruptible = false;
  #out: Statement[] = [];
  #sections = 0;
  #onlyLoads = false;
  #before: Statement[] | undefined;
  readonly #behind: Statement[] = [];
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The last number behind a name. */
  readonly #last = new Map<string, number>();
  #temporaries = 0;
  #labels = 0;
  readonly #repeated: ReadonlySet<Instruction>;
  readonly #used: ReadonlySet<string>;

  constructor(parts: ProgramParts, thread: number, body: Body) {
    this.parts = parts;
    this.thread = thread;
    this.#repeated = repeatedBeginnings(body);
    this.#used = registersReadIn(body);
    this.expressions = new Expressions(this);
  }

  get inSection(): boolean {
    return this.#sections > 0;
  }

  #placed(statement: Statement): Statement {
    return this.at === undefined ? statement : { ...statement, at: this.at };
  }

  add(statement: Statement): void {
    this.#out.push(this.#placed(statement));
  }

  /** A statement that may not stand in an atomic section stands before the one that is being made. */
  addOutside(statement: Statement): void {
    (this.#before ?? this.#out).push(this.#placed(statement));
  }

  assign(target: string, value: Expr): void {
    this.add({ kind: 'assign', target, value });
  }

  assert(condition: Expr, message: string, finding?: AssertedFinding): void {
    this.add({ kind: 'assert', condition, message, ...present({ finding }) });
  }

  loadInto(target: string, address: Expr, width: Width, marks: LoadMarks = {}): void {
    this.add({ kind: 'load', target, address, ...sized(width), ...present(marks) });
  }

  load(address: Expr, width: Width, marks?: LoadMarks): RegisterExpr {
    const target = this.temporary(registerWidth(width));
    this.loadInto(target.name, address, width, marks);
    return target;
  }

  store(address: Expr, value: Expr, width: Width, marks: StoreMarks = {}): void {
    this.add({ kind: 'store', address, value, ...sized(width), ...present(marks) });
  }

  /** A value that the program does not determine. */
  choice(
    target: RegisterExpr,
    range: Pick<StatementOf<'nondet'>, 'from' | 'to' | 'means'> = {},
  ): RegisterExpr {
    const wide = target.width === 64 ? { width: 64 as const } : {};
    this.addOutside({ kind: 'nondet', target: target.name, ...range, ...wide });
    return target;
  }

  /** The statements that one of them adds, as the condition says. */
  when(condition: Expr, whenTrue: () => void, whenFalse: () => void = () => {}): void {
    this.add({
      kind: 'if',
      condition,
      whenTrue: this.collect(whenTrue),
      whenFalse: this.collect(whenFalse),
    });
  }

  /** Statements that are collected apart. */
  collect(fill: () => void): Statement[] {
    const around = this.#out;
    const collected: Statement[] = [];
    this.#out = collected;
    fill();
    this.#out = around;
    return collected;
  }

  /** An atomic section. Sections do not nest: the outer one is the section. */
  section(fill: () => void): void {
    if (this.inSection) {
      fill();
      return;
    }
    const { at } = this;
    this.#sections++;
    this.#onlyLoads = false;
    const before: Statement[] = [];
    this.#before = before;
    const body = this.collect(fill);
    this.#sections--;
    this.#before = undefined;
    this.at = at;
    const isLoad = this.#onlyLoads && loadsOnly(body);
    this.#out.push(...before);
    this.add({ kind: 'atomic', body, ...(isLoad ? { loads: true } : {}) });
    this.#out.push(...this.#behind.splice(0));
  }

  /** The section that is being made is a load. */
  noteOnlyLoads(): void {
    this.#onlyLoads = true;
  }

  /** Starts a thread. No thread sees whether one that a section starts begins in it or behind it. */
  start(thread: number, args: readonly Expr[]): void {
    if (!this.inSection) {
      this.add({ kind: 'spawn', thread, args });
      return;
    }
    const isStarted = this.temporary(32);
    this.addOutside({ kind: 'assign', target: isStarted.name, value: constant(0) });
    const given = args.map((arg) => this.kept(arg));
    this.assign(isStarted.name, constant(1));
    const spawn = this.#placed({ kind: 'spawn', thread, args: given });
    this.#behind.push(this.#placed({ kind: 'if', condition: isStarted, whenTrue: [spawn], whenFalse: [] }));
  }

  /** A label that no other statement of the thread has. */
  label(name: string): string {
    return `${name}.${++this.#labels}`;
  }

  /** Whether an object may have lived before it begins here. */
  beginsAgain(i: Instruction): boolean {
    return this.#repeated.has(i);
  }

  isUsed({ name }: Register): boolean {
    return this.#used.has(name);
  }

  registerName({ name }: Register): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    // Inlining numbers the names of each call's registers.
    const base = name.replace(/~\d+$/, '');
    const shown = /^[A-Za-z_?]/.test(base) ? base : `$${base.replace(/^\$/, '')}`;
    let fresh = shown;
    let i = this.#last.get(shown) ?? 1;
    while (this.#taken.has(fresh)) fresh = `${shown}#${++i}`;
    this.#last.set(shown, i);
    this.#taken.add(fresh);
    this.#names.set(name, fresh);
    return fresh;
  }

  temporary(width: ExprWidth): RegisterExpr {
    const name = this.#temporaryName();
    return width === 64 ? { kind: 'register', name, width: 64 } : { kind: 'register', name };
  }

  /** A register of the module may be shown by such a name. */
  #temporaryName(): string {
    let name: string;
    do name = `$.${++this.#temporaries}`;
    while (this.#taken.has(name));
    this.#taken.add(name);
    return name;
  }

  /** The expression's value as it is now. */
  kept(value: Expr): Expr {
    if (value.kind === 'const' || value.kind === 'address') return value;
    if (value.kind === 'binary' && value.left.kind === 'address' && value.right.kind === 'const')
      return value;
    const target = this.temporary(widthOf(value));
    this.assign(target.name, value);
    return target;
  }

  anyValue(type: Type): Expr {
    return this.choice(this.temporary(this.expressions.widthOf(type)), rangeOf(type));
  }

  /** Asserts that the indices in an address are below the number of elements. */
  checkIndices(address: Value): void {
    forEachValue(address, (node) => {
      if (node.kind !== 'element' || node.count === undefined || isBelow(node.index, node.count)) return;
      const index = this.expressions.of(node.index);
      const name = this.parts.arrayName(this.thread, node.base, node.count);
      const elements = `${node.count} element${node.count === 1 ? '' : 's'}`;
      const known = index.kind === 'const' ? `, the index is ${index.value}` : '';
      this.assert(
        binary('<u', index, constant(node.count, widthOf(index))),
        `index out of bounds: ${name} has ${elements}${known}`,
        'out-of-bounds',
      );
    });
  }

  /** The mark of a wait that is written now. */
  get mayEnd(): { readonly interruptible?: true } {
    return this.interruptible ? { interruptible: true } : {};
  }

  refuse(what: string): never {
    return this.parts.refuse(what, this.at);
  }
}

/** The values of a type that is narrower than its register. */
function rangeOf(type: Type): { readonly from?: number; readonly to?: number } {
  switch (type) {
    case 'i1':
      return { from: 0, to: 1 };
    case 'i8':
    case 'i16':
      return signedRange(bitsOf(type));
    default:
      return {};
  }
}

export const signedRange = (bits: number): { readonly from: number; readonly to: number } => ({
  from: -(2 ** (bits - 1)),
  to: 2 ** (bits - 1) - 1,
});

function loadsOnly(body: readonly Statement[]): boolean {
  let only = true;
  forEachStatement(body, ({ kind }) => {
    only &&= kind === 'load' || kind === 'assign';
  });
  return only;
}
