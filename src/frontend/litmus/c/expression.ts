// Expressions of the C dialect. Reads of memory inside an expression become loads into hidden registers, from left to
// right; && || ?: evaluate their right sides only when C does.

import { type BlockShape, readBlockShape } from '../../../program/cells.js';
import {
  addressOf,
  type BinaryOp,
  binary,
  type ConversionOp,
  conditional,
  constant,
  conversionOps,
  type Expr,
  unary,
} from '../../../program/expression.js';
import type { Integer, Width } from '../../../program/integer.js';
import type { Statement, Until } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { isWide, readCInteger } from '../numbers.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';
import { memoryFunction, memoryFunctionNames } from './functions.js';
import { lowerMemoryCall } from './memoryCall.js';
import type { Scope } from './scope.js';
import type { CallSyntax, CExpr } from './syntax.js';

/** Operators on unsigned values, which the IR has and C says with types. */
const unsignedOps: ReadonlyMap<string, BinaryOp> = new Map([
  ['udiv', '/u'],
  ['urem', '%u'],
  ['ushr', '>>u'],
  ['ult', '<u'],
  ['ule', '<=u'],
  ['ugt', '>u'],
  ['uge', '>=u'],
]);

const conversionOf = (name: string): ConversionOp | undefined => conversionOps.find((op) => op === name);

const peekWidths: ReadonlyMap<string, Width> = new Map([
  ['peek8', 8],
  ['peek16', 16],
  ['peek32', 32],
  ['peek64', 64],
]);

const builtinNames: readonly string[] = [
  ...unsignedOps.keys(),
  ...conversionOps,
  'nondet',
  'peek',
  ...peekWidths.keys(),
  'alloc',
  'zalloc',
  'free',
  'assume',
  'assert',
  'spawn',
  'join',
  'lock',
  'unlock',
  'take',
  'await',
  'spin_lock',
  'spin_unlock',
];

const waitNames: ReadonlyMap<string, Until['test']> = new Map([
  ['is', '=='],
  ['least', '>='],
]);

const isOperator = (name: string): boolean => unsignedOps.has(name) || conversionOf(name) !== undefined;

export class ExpressionLowering {
  readonly scope: Scope;
  #out: Statement[] = [];
  #temporaries = 0;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** The statements that `run` emits. */
  collect(run: () => void): Statement[] {
    const outer = this.#out;
    this.#out = [];
    run();
    const inner = this.#out;
    this.#out = outer;
    return inner;
  }

  emit(statement: Statement, span: Span): void {
    this.#out.push({ ...statement, at: this.scope.source.at(span) });
  }

  /** A register that the thread does not use otherwise. */
  temporary(width?: Width): string {
    const name = `.t${this.#temporaries++}`;
    if (this.scope.registers.has(name)) return this.temporary(width);
    if (width === 64) this.scope.widen(name);
    return name;
  }

  /** The value of an expression; the locations it reads are loaded first. */
  value(e: CExpr): Expr {
    switch (e.kind) {
      case 'number':
        return constant(readCInteger(this.scope.source, e.text, e), isWide(e.text) ? 64 : 32);
      case 'string':
        return this.scope.source.fail('bad-expression', 'a string has no value here', e);
      case 'name':
        return this.scope.resolve(e.name, e);
      case 'address':
        return addressOf(this.scope.memory.mention(e.name, e));
      case 'unary':
        return unary(e.op, this.value(e.operand));
      case 'binary':
        if ((e.op === '&&' || e.op === '||') && !isPure(e.right)) return this.#shortCircuit(e.op, e);
        return binary(e.op, this.value(e.left), this.value(e.right));
      case 'conditional':
        if (isPure(e.whenTrue) && isPure(e.whenFalse))
          return conditional(this.value(e.condition), this.value(e.whenTrue), this.value(e.whenFalse));
        return this.#choose(e.condition, e, (target, branch) => {
          this.into(target, branch ? e.whenTrue : e.whenFalse, e);
        });
      case 'load':
      case 'index':
      case 'call': {
        const operator = e.kind === 'call' ? unsignedOps.get(e.name) : undefined;
        if (e.kind === 'call' && operator !== undefined) {
          this.arity(e, 2);
          return binary(operator, this.value(e.args[0]), this.value(e.args[1]));
        }
        const conversion = e.kind === 'call' ? conversionOf(e.name) : undefined;
        if (e.kind === 'call' && conversion !== undefined) {
          this.arity(e, 1);
          return unary(conversion, this.value(e.args[0]));
        }
        const target = this.temporary(e.kind === 'call' ? memoryFunction(e.name)?.width : undefined);
        this.into(target, e, e);
        return this.scope.register(target);
      }
    }
  }

  /** Gives a register the value of an expression, with a single statement where there is one. */
  into(target: string, e: CExpr, span: Span): void {
    if (e.kind === 'load' || e.kind === 'index')
      this.emit({ kind: 'load', target, address: this.address(e) }, span);
    else if (e.kind === 'call' && !isOperator(e.name)) this.#callInto(target, e, span);
    else this.emit({ kind: 'assign', target, value: this.value(e) }, span);
  }

  /** The address of `*p` or `p[i]`. */
  address(e: CExpr): Expr {
    if (e.kind === 'load') return this.value(e.address);
    if (e.kind !== 'index')
      return this.scope.source.fail('bad-expression', 'expected *p or p[i], the contents of a location', e);
    const base = this.value(e.base);
    const index = this.value(e.index);
    return index.kind === 'const' && index.value === 0 ? base : binary('+', base, index);
  }

  arity(call: CallSyntax, ...counts: number[]): void {
    if (!counts.includes(call.args.length))
      this.scope.source.fail(
        'bad-argument-count',
        `${call.name} takes ${counts.join(' or ')} arguments, not ${call.args.length}`,
        call,
      );
  }

  #callInto(target: string, call: CallSyntax, span: Span): void {
    switch (call.name) {
      case 'nondet':
        this.emit({ kind: 'nondet', target, ...this.#range(call), ...this.#width(target) }, span);
        return;
      case 'alloc':
      case 'zalloc':
        this.arity(call, 1, 2);
        this.emit(
          {
            kind: 'alloc',
            target,
            size: this.value(call.args[0]),
            zeroed: call.name === 'zalloc',
            ...present({ shape: this.#shape(call.args[1]) }),
            ...this.#width(target),
          },
          span,
        );
        return;
      case 'await':
        this.arity(call, 3, 4);
        this.emit(
          {
            kind: 'load',
            target,
            address: this.value(call.args[0]),
            until: this.until(call),
            ...this.interruptible(call, 3),
          },
          span,
        );
        return;
      case 'peek':
      case 'peek8':
      case 'peek16':
      case 'peek32':
      case 'peek64':
        this.#peek(target, call, span);
        return;
      default:
        this.memoryCall(call, span, target);
    }
  }

  /** `r = peek8(p, s)`: a load that may find no value; `s` says whether it found one. */
  #peek(target: string, call: CallSyntax, span: Span): void {
    this.arity(call, 2);
    const [place, flag] = call.args;
    const width = peekWidths.get(call.name);
    if (flag.kind !== 'name' || !this.scope.registers.has(flag.name))
      throw this.scope.source.error('bad-expression', 'this must be a variable', flag);
    this.emit(
      { kind: 'load', target, address: this.value(place), has: flag.name, ...present({ width }) },
      span,
    );
  }

  /** `interruptible` after everything else: something that is still to come may end the wait. */
  interruptible({ args }: CallSyntax, index: number): { readonly interruptible?: true } {
    const last = args[index];
    if (last === undefined) return {};
    return last.kind === 'name' && last.name === 'interruptible'
      ? { interruptible: true }
      : this.scope.source.fail('bad-expression', 'the only word allowed here is `interruptible`', last);
  }

  /** `is, 0` or `least, 1` in `await` and `take`, after the address. */
  until({ args: [, how, value] }: CallSyntax): Until {
    const test = how.kind === 'name' ? waitNames.get(how.name) : undefined;
    return test === undefined
      ? this.scope.source.fail('bad-expression', 'one waits for `is` or `least`', how)
      : { test, value: this.value(value) };
  }

  #width(target: string): { readonly width?: 64 } {
    return this.scope.width(target) === 64 ? { width: 64 } : {};
  }

  /** A call of a function that touches memory; `target` receives its result. */
  memoryCall(call: CallSyntax, span: Span, target?: string): void {
    const f = memoryFunction(call.name);
    if (f === undefined)
      this.scope.source.fail(
        'unknown-function',
        builtinNames.includes(call.name)
          ? `${call.name} cannot be used ${target === undefined ? 'as a statement' : 'as a value'}`
          : `function ${call.name} is not supported`,
        call,
        didYouMean(
          call.name,
          [...memoryFunctionNames(), ...builtinNames].filter((n) => n !== call.name),
        ),
      );
    else lowerMemoryCall(this, call, f, span, target);
  }

  /** How a block is divided into cells, as the printer writes it. */
  #shape(e: CExpr | undefined): BlockShape | undefined {
    if (e === undefined) return undefined;
    const shape = e.kind === 'string' ? readBlockShape(e.value) : undefined;
    return (
      shape ?? this.scope.source.fail('bad-expression', 'this does not describe the cells of a block', e)
    );
  }

  /** `nondet()`, `nondet(0, 3)`, and `_` for a bound that is absent. */
  #range(call: CallSyntax): { from?: Integer; to?: Integer } {
    this.arity(call, 0, 2);
    const bound = (e: CExpr | undefined): Integer | undefined => {
      if (e === undefined || (e.kind === 'name' && e.name === '_')) return undefined;
      if (e.kind === 'number') return readCInteger(this.scope.source, e.text, e);
      return this.scope.source.fail('bad-expression', 'the range of nondet is given by numbers', e);
    };
    const from = bound(call.args[0]);
    const to = bound(call.args[1]);
    return { ...present({ from, to }) };
  }

  #shortCircuit(op: '&&' | '||', e: CExpr & { kind: 'binary' }): Expr {
    return this.#choose(e.left, e, (target, branch) => {
      const value =
        branch === (op === '&&')
          ? binary('!=', this.value(e.right), constant(0))
          : constant(op === '&&' ? 0 : 1);
      this.emit({ kind: 'assign', target, value }, e);
    });
  }

  #choose(condition: CExpr, span: Span, branch: (target: string, taken: boolean) => void): Expr {
    const value = this.value(condition);
    const target = this.temporary();
    const whenTrue = this.collect(() => branch(target, true));
    const whenFalse = this.collect(() => branch(target, false));
    this.emit({ kind: 'if', condition: value, whenTrue, whenFalse }, span);
    return this.scope.register(target);
  }
}

/** Whether an expression reads registers only. */
export function isPure(e: CExpr): boolean {
  switch (e.kind) {
    case 'number':
    case 'string':
    case 'name':
    case 'address':
      return true;
    case 'load':
    case 'index':
      return false;
    case 'call':
      return isOperator(e.name) && e.args.every(isPure);
    case 'unary':
      return isPure(e.operand);
    case 'binary':
      return isPure(e.left) && isPure(e.right);
    case 'conditional':
      return isPure(e.condition) && isPure(e.whenTrue) && isPure(e.whenFalse);
  }
}
