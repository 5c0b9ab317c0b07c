// The statements of a thread while they are made: temporaries, names of registers, atomic sections, and what is known of the
// memory that an instruction touches.

import {
  binary,
  constant,
  type Expr,
  type ExprWidth,
  register,
  widthOf,
} from '../../../program/expression.js';
import {
  type AssertedFinding,
  forEachStatement,
  type SourceSpan,
  type Statement,
} from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { registersReadIn } from '../../body.js';
import type { Instruction } from '../../instruction.js';
import type { Body } from '../../module.js';
import type { Type } from '../../type.js';
import { forEachValue, type Register, typeOf, type Value } from '../../value.js';
import type { Part } from './access.js';
import { Expressions, type Surroundings } from './expressions.js';
import { repeatedBeginnings } from './lifetimes.js';
import type { ProgramParts } from './parts.js';

type RegisterExpr = Extract<Expr, { kind: 'register' }>;

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
    const around: Surroundings = {
      pointerWidth: parts.pointerWidth,
      registerName: (r) => this.registerName(r),
      locationName: (object) => parts.locationName(object),
      functionNumber: (name) => parts.functionNumber(name),
      anyValue: (type) => this.anyValue(type),
      refuse: (what) => this.refuse(what),
    };
    this.expressions = new Expressions(around);
  }

  get inSection(): boolean {
    return this.#sections > 0;
  }

  add(statement: Statement): void {
    this.#out.push(statement);
  }

  assign(target: string, value: Expr, at: SourceSpan | undefined): void {
    this.add({ kind: 'assign', target, value, ...present({ at }) });
  }

  assert(condition: Expr, message: string, at: SourceSpan | undefined, finding?: AssertedFinding): void {
    this.add({ kind: 'assert', condition, message, ...present({ finding, at }) });
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
  section(at: SourceSpan | undefined, fill: () => void): void {
    if (this.inSection) {
      fill();
      return;
    }
    this.enterSection();
    const body = this.collect(fill);
    this.leaveSection(body, at);
  }

  /** The section that is being made is a load. */
  noteOnlyLoads(): void {
    this.#onlyLoads = true;
  }

  enterSection(): void {
    this.#sections++;
    this.#onlyLoads = false;
    this.#before = [];
  }

  leaveSection(body: readonly Statement[], at: SourceSpan | undefined): void {
    this.#sections--;
    for (const s of this.#before ?? []) this.add(s);
    this.#before = undefined;
    const isLoad = this.#onlyLoads && loadsOnly(body);
    this.add({ kind: 'atomic', body, ...(isLoad ? { loads: true } : {}), ...present({ at }) });
    for (const s of this.#behind.splice(0)) this.add(s);
  }

  /** Starts a thread. No thread sees whether one that a section starts begins in it or behind it. */
  start(thread: number, args: readonly Expr[], at: SourceSpan | undefined): void {
    if (!this.inSection) {
      this.add({ kind: 'spawn', thread, args, ...present({ at }) });
      return;
    }
    const isStarted = this.temporary(32);
    this.addOutside({ kind: 'assign', target: isStarted.name, value: constant(0), ...present({ at }) });
    const given = args.map((arg) => this.kept(arg, at));
    this.assign(isStarted.name, constant(1), at);
    const spawn: Statement = { kind: 'spawn', thread, args: given, ...present({ at }) };
    this.#behind.push({
      kind: 'if',
      condition: isStarted,
      whenTrue: [spawn],
      whenFalse: [],
      ...present({ at }),
    });
  }

  /** A statement that may not stand in an atomic section stands before the one that is being made. */
  addOutside(statement: Statement): void {
    if (this.#before === undefined) this.add(statement);
    else this.#before.push(statement);
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

  temporaryRegister(type: Type): Register {
    return { kind: 'register', type, name: this.#temporaryName() };
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
  kept(value: Expr, at: SourceSpan | undefined): Expr {
    if (value.kind === 'const' || value.kind === 'address') return value;
    if (value.kind === 'binary' && value.left.kind === 'address' && value.right.kind === 'const')
      return value;
    const target = this.temporary(widthOf(value));
    this.assign(target.name, value, at);
    return target;
  }

  anyValue(type: Type, at?: SourceSpan): Expr {
    const width = this.expressions.widthOf(type);
    const target = this.temporary(width);
    const range =
      type === 'i1'
        ? { from: 0, to: 1 }
        : type === 'i8'
          ? { from: -128, to: 127 }
          : type === 'i16'
            ? { from: -32768, to: 32767 }
            : {};
    this.addOutside({
      kind: 'nondet',
      target: target.name,
      ...range,
      ...(width === 64 ? { width: 64 as const } : {}),
      ...present({ at }),
    });
    return register(target.name, width);
  }

  /** The cells that the instruction's access touches; one of the access's own size where it touches none. */
  partsOf(i: Instruction, access: number, bytes: 1 | 2 | 4 | 8): readonly Part[] {
    return this.parts.partsOf(i, access, bytes);
  }

  /** Asserts that the indices in an address are below the number of elements. */
  checkIndices(address: Value, at: SourceSpan | undefined): void {
    forEachValue(address, (node) => {
      if (node.kind !== 'element' || node.count === undefined || isBelow(node.index, node.count)) return;
      const index = this.expressions.of(node.index);
      const name = this.parts.arrayName(this.thread, node.base, node.count);
      const elements = `${node.count} element${node.count === 1 ? '' : 's'}`;
      this.assert(
        binary('<u', index, constant(node.count, widthOf(index))),
        `index out of bounds: ${name} has ${elements}${index.kind === 'const' ? `, the index is ${index.value}` : ''}`,
        at,
        'out-of-bounds',
      );
    });
  }

  /** The mark of a wait that is written now. */
  get mayEnd(): { readonly interruptible?: true } {
    return this.interruptible ? { interruptible: true } : {};
  }

  refuse(what: string): never {
    return this.parts.refuse(what);
  }
}

function loadsOnly(body: readonly Statement[]): boolean {
  let only = true;
  forEachStatement(body, ({ kind }) => {
    only &&= kind === 'load' || kind === 'assign';
  });
  return only;
}
